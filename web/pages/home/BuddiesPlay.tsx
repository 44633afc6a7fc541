import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { listeningCalls } from '#contract/listening.ts'
import { PresenceDot } from '#web/features/connections/PresenceDot.tsx'
import { PlayItem } from '#web/features/media/items/PlayItem.tsx'
import { useCall } from '#web/platform/query.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { HomeSection } from './HomeSection.tsx'
import './BuddiesPlay.css'

const EVERY_MS = 5 * 60_000

/** What buddies who share their listening played last. Renders nothing without any. */
export function BuddiesPlay() {
  const { i18n } = useLingui()
  const listening = useCall(listeningCalls.getListening, {}, { refetchMs: EVERY_MS })
  if (!listening.data || listening.data.people.length === 0) return null
  return (
    <HomeSection
      title={i18n._({ id: 'home.listening', message: 'Your buddies are playing' })}
      more={{ to: '/settings#privacy', label: i18n._({ id: 'home.listening.share', message: 'Show what I’m playing' }) }}
    >
      <ul className="wl-card wl-listening">
        {listening.data.people.map(({ person, item }) => (
          <li key={person.uid}>
            <Link to={`/profile/${person.uid}/spotify`} className="wl-listening-person">
              <span className="wl-listening-face">
                <Avatar person={person} size={40} />
                <PresenceDot uid={person.uid} />
              </span>
              <span className="wl-listening-text">
                <strong className="wl-line">{item.name}</strong>
                <span className="wl-line wl-muted wl-small">
                  {item.by !== null && <bdi>{item.by} · </bdi>}
                  <bdi>{person.name}</bdi>
                </span>
              </span>
            </Link>
            <PlayItem item={item} size="small" />
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}
