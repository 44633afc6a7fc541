import type { ReactNode } from 'react'
import './form.css'

/** An error of the whole form. Errors of one field appear under that field. */
export function FormMessage({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="wl-form-message">
      {children}
    </div>
  )
}
