import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { listeningCalls, type Listening } from '#contract/taste/listening.ts'
import { AnswerPlay } from '#web/features/chat/share/AnswerPlay.tsx'
import { PresenceDot } from '#web/features/connections/PresenceDot.tsx'
import { usePrivacy } from '#web/features/connections/privacy.ts'
import { CreatorName, ItemName } from '#web/features/media/items/ItemName.tsx'
import { PlayItem } from '#web/features/media/items/PlayItem.tsx'
import { PlayAll } from '#web/features/media/queue/PlayAll.tsx'
import { QueueMenu } from '#web/features/media/queue/QueueMenu.tsx'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { useCall } from '#web/platform/query.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { HomeSection } from './HomeSection.tsx'
import { useKnown, type Turn } from './use-turns.ts'
import './BuddiesPlay.css'

const EVERY_MS = 5 * 60_000

const ListeningSwitch = lazyPart(async () => (await import('./ListeningSwitch.tsx')).ListeningSwitch)

/** The last plays of buddies who share their listening. Without any, only users who share theirs see the section and its switch. */
export function BuddiesPlay({ turn }: { turn: Turn }) {
  const { i18n } = useLingui()
  const listening = useCall(listeningCalls.getListening, {}, { refetchMs: EVERY_MS })
  const privacy = usePrivacy()
  useKnown(turn, !listening.isPending && !privacy.isPending)
  if (!listening.data) return null
  const { people } = listening.data
  if (people.length === 0 && !privacy.data?.listening) return null
  const title = i18n._({ id: 'home.listening', message: 'Your buddies are playing' })
  return (
    <HomeSection
      title={title}
      aside={
        <>
          <PlayAll items={people.map(({ item }) => item)} of={title} from={title} />
          <ListeningSwitch />
        </>
      }
    >
      {people.length === 0 ? (
        <p className="wl-card wl-listening wl-muted">
          {i18n._({ id: 'home.listening.none', message: 'Your buddies aren’t showing what they play. They can see what you play.' })}
        </p>
      ) : (
        <ul className="wl-card wl-listening">
          {people.map((row) => (
            <ListeningRow key={row.person.uid} {...row} />
          ))}
        </ul>
      )}
    </HomeSection>
  )
}

function ListeningRow({ person, item }: Listening) {
  return (
    <li>
      <div className="wl-listening-person">
        <Link to={`/profile/${person.uid}/spotify`} className="wl-listening-face" aria-hidden tabIndex={-1}>
          <Avatar person={person} size={40} />
          <PresenceDot uid={person.uid} />
        </Link>
        <span className="wl-listening-text">
          <strong className="wl-line">
            <ItemName item={item} />
          </strong>
          <span className="wl-line wl-muted wl-small">
            <CreatorName item={item} />
            {item.by !== null && ' · '}
            <bdi>
              <Link to={`/profile/${person.uid}/spotify`} className="wl-item-name">
                {person.name}
              </Link>
            </bdi>
          </span>
        </span>
      </div>
      <span className="wl-listening-actions">
        <AnswerPlay person={person} item={item} />
        <QueueMenu item={item} from={person.name} />
        <PlayItem item={item} size="small" from={person.name} />
      </span>
    </li>
  )
}
