import { useLingui } from '@lingui/react'

/** Explains where users get their export files. */
export function SourceImportHelp() {
  const { i18n } = useLingui()
  const places = [
    {
      name: 'Spotify',
      href: 'https://www.spotify.com/account/privacy/',
      how: i18n._({
        id: 'import.how.spotify',
        message:
          'On the privacy page of your account, ask for the extended streaming history (up to 30 days) or the account data (about 5 days).',
      }),
    },
    {
      name: 'YouTube',
      href: 'https://takeout.google.com/',
      how: i18n._({
        id: 'import.how.youtube',
        message: 'In Google Takeout, choose only YouTube, with history and subscriptions. Both JSON and HTML work.',
      }),
    },
    {
      name: 'ListenBrainz',
      href: 'https://listenbrainz.org/settings/export/',
      how: i18n._({ id: 'import.how.listenbrainz', message: 'In your ListenBrainz settings, under Export.' }),
    },
  ]
  return (
    <details className="wl-import-help">
      <summary>{i18n._({ id: 'import.how', message: 'How do I get this file?' })}</summary>
      <ul>
        {places.map(({ name, href, how }) => (
          <li key={name}>
            <a className="wl-link" href={href} target="_blank" rel="noopener noreferrer">
              {name}
              <span className="wl-hidden"> {i18n._({ id: 'link.new-tab', message: '(opens a new tab)' })}</span>
            </a>
            <p className="wl-small wl-muted">{how}</p>
          </li>
        ))}
      </ul>
    </details>
  )
}
