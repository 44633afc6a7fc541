import type { ReactNode } from 'react'

/** One named component of the gallery. */
export function Specimen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="wl-specimen">
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  )
}
