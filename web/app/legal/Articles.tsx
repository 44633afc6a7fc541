import './Articles.css'

/** A text in short sections. */
export function Articles({ items }: { items: readonly { title: string; text: string }[] }) {
  return (
    <div className="wl-articles">
      {items.map(({ title, text }) => (
        <section key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
        </section>
      ))}
    </div>
  )
}
