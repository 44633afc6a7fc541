import type { ReactNode } from 'react'
import './form.css'

/** What went wrong with a whole form. What belongs to one field stands under that field instead. */
export function FormMessage({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="wl-form-message">
      {children}
    </div>
  )
}
