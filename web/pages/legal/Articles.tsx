import { useLingui } from '@lingui/react'
import './Articles.css'

export type Article = {
  title: string
  text: string
  /** External links in the text; names are not translated. */
  links?: readonly { name: string; href: string }[]
}

/** A text in short sections. */
export function Articles({ items }: { items: readonly Article[] }) {
  return (
    <div className="wl-articles">
      {items.map((item) => (
        <Section key={item.title} {...item} />
      ))}
    </div>
  )
}

function Section({ title, text, links = [] }: Article) {
  const { i18n } = useLingui()
  return (
    <section>
      <h2>{title}</h2>
      <p>{text}</p>
      {links.length > 0 && (
        <ul>
          {links.map(({ name, href }) => (
            <li key={href}>
              <a className="wl-link" href={href} target="_blank" rel="noopener noreferrer">
                {name}
                <span className="wl-hidden"> {i18n._({ id: 'link.new-tab', message: '(opens a new tab)' })}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
