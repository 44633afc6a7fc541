import { useRef, useState, type PointerEvent, type ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import { useWindowEvent } from '@mantine/hooks'
import { IconClock, IconGift, IconSparkles, IconTrendingUp, IconX } from '@tabler/icons-react'
import { Link } from 'react-router'
import { itemPath } from '#contract/taste/item-path.ts'
import type { Recap, RecapPlayed } from '#contract/taste/recaps.ts'
import { CreatorName } from '#web/features/media/items/ItemName.tsx'
import { LogoMark } from '#web/ui/Logo.tsx'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { Artwork } from '#web/ui/Artwork.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import { useIsNarrow } from '#web/ui/use-is-narrow.ts'
import { Activity, Fresh, Gave, Nearest, PlayBars, PlayedTotal, PrintBars, Together } from './sections.tsx'
import type { StoryCard } from './story.ts'
import { playsText } from './amounts.messages.ts'
import { broughtByText, closerTitle, comparedText, nearestText, recapTitle, shortPeriodName } from './week.messages.ts'
import './RecapStory.css'

/** A shorter press is a tap; a longer one pauses the story. */
const TAP_MS = 250
/** A finger that moves less far sideways doesn't swipe. */
const SWIPE_PX = 40
/** Rows of a list; the page has all. */
const STORY_ROWS = 3

type StoryProps = { recap: Recap; cards: readonly StoryCard[]; onClose: () => void }

/** The recap as cards. They advance by themselves unless reduced motion is set; holding pauses, and arrows, taps, and swipes move. */
export function RecapStory({ recap, cards, onClose }: StoryProps) {
  const { i18n } = useLingui()
  const isNarrow = useIsNarrow()
  const [index, setIndex] = useState(0)
  const [isHeld, setHeld] = useState(false)
  const pressed = useRef({ at: 0, x: 0, y: 0 })
  const card = cards[index] ?? cards[0]
  const move = (by: number) => {
    const next = index + by
    if (next >= cards.length) return onClose()
    setIndex(Math.max(0, next))
  }
  // A click on a card moves the focus to the surrounding dialog.
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    move((event.key === 'ArrowRight') === (document.dir === 'rtl') ? -1 : 1)
  })
  const handlePointerDown = (event: PointerEvent<HTMLDivElement>) => {
    pressed.current = { at: event.timeStamp, x: event.clientX, y: event.clientY }
    setHeld(true)
  }
  const handlePointerUp = (event: PointerEvent<HTMLDivElement>) => {
    setHeld(false)
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const { at: since, x, y } = pressed.current
    const [across, down] = [event.clientX - x, event.clientY - y]
    if (Math.abs(across) >= SWIPE_PX && Math.abs(across) > Math.abs(down)) return move(across < 0 === isRtl ? -1 : 1)
    const isAction = event.target instanceof Element && event.target.closest('a, button') !== null
    if (isAction || event.timeStamp - since > TAP_MS) return
    const { left, right, width } = event.currentTarget.getBoundingClientRect()
    const isStart = isRtl ? event.clientX > right - width / 3 : event.clientX < left + width / 3
    move(isStart ? -1 : 1)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size={420}
      fullScreen={isNarrow}
      padding={0}
      withCloseButton={false}
      // Without a title, Mantine names only the element around the dialog.
      attributes={{ content: { 'aria-label': i18n._({ id: 'week.story.label', message: 'Your recap as a story' }) } }}
    >
      <div
        role="presentation"
        className="wl-story"
        data-card={card}
        data-held={isHeld || undefined}
        onPointerDown={handlePointerDown}
        onPointerUp={handlePointerUp}
        onPointerCancel={() => setHeld(false)}
      >
        <div className="wl-story-progress" aria-hidden>
          {cards.map((name, place) => (
            <span key={name} data-state={place < index ? 'done' : place === index ? 'now' : 'next'}>
              <span onAnimationEnd={() => move(1)} />
            </span>
          ))}
        </div>
        <header className="wl-story-header">
          <LogoMark />
          <strong className="wl-small">{`${recapTitle(i18n, recap.kind)} · ${shortPeriodName(i18n.locale, recap)}`}</strong>
          <ActionIcon data-autofocus aria-label={i18n._({ id: 'dialog.close', message: 'Close' })} onClick={onClose}>
            <IconX size={20} aria-hidden />
          </ActionIcon>
        </header>
        <div className="wl-story-body" aria-live="polite">
          {card && <Card card={card} recap={recap} />}
        </div>
        <footer className="wl-story-footer">
          <Button variant="default" disabled={index === 0} onClick={() => move(-1)}>
            {i18n._({ id: 'week.story.back', message: 'Back' })}
          </Button>
          <span className="wl-dim wl-small">
            {i18n._({
              id: 'week.story.place',
              message: '{place, number} of {count, number}',
              values: { place: index + 1, count: cards.length },
            })}
          </span>
          <Button variant="default" onClick={() => move(1)}>
            {index + 1 < cards.length
              ? i18n._({ id: 'week.story.next', message: 'Next' })
              : i18n._({ id: 'week.story.done', message: 'Done' })}
          </Button>
        </footer>
      </div>
    </Modal>
  )
}

function Card({
  card,
  recap: { kind, played, fresh, closer, brought, activity, gave, together },
}: {
  card: StoryCard
  recap: Recap
}): ReactNode {
  const { i18n } = useLingui()
  const [nearest, song] = [closer[0], brought[0]]
  const compared = played?.before ? comparedText(i18n, kind, played.before.plays) : null
  switch (card) {
    case 'played':
      return (
        played && (
          <>
            <Label icon={IconClock}>{i18n._({ id: 'week.played', message: 'You played' })}</Label>
            <PlayedTotal played={played} />
            <PlayBars played={played} />
            {compared !== null && <p className="wl-dim wl-small">{compared}</p>}
            <Activity activity={activity} />
          </>
        )
      )
    case 'tops':
      return (
        played && (
          <>
            <h2>{i18n._({ id: 'week.story.tops', message: 'Played the most' })}</h2>
            <Tops played={played} />
            <PrintBars bars={played.bars} />
          </>
        )
      )
    case 'bars':
      return (
        played && (
          <>
            <h2>{i18n._({ id: 'week.bars', message: 'Your taste print in this period' })}</h2>
            <PrintBars bars={played.bars} />
          </>
        )
      )
    case 'fresh':
      return (
        <>
          <Label icon={IconSparkles} kind="music">
            {i18n._({ id: 'week.fresh', message: 'New to you' })}
          </Label>
          <Fresh fresh={fresh} count={activity.discovered} />
        </>
      )
    case 'closer':
      return (
        <>
          <Label icon={IconTrendingUp} kind="match">
            {closerTitle(i18n, closer)}
          </Label>
          {nearest && <p className="wl-week-title">{nearestText(i18n, nearest)}</p>}
          <Nearest closer={closer} kind={kind} />
          {nearest && (
            <Button component={Link} to={`/chat?uid=${nearest.person.uid}`}>
              {i18n._({ id: 'week.say-hi', message: 'Say hi to {name}', values: { name: nearest.person.name } })}
            </Button>
          )}
        </>
      )
    case 'brought':
      return (
        song && (
          <>
            <Label icon={IconGift}>{i18n._({ id: 'week.brought', message: 'Brought by your buddies' })}</Label>
            <BroughtSong song={song} />
          </>
        )
      )
    case 'both':
      return (
        <>
          <h2>{i18n._({ id: 'week.both', message: 'You and your buddies' })}</h2>
          {gave.length > 0 && (
            <section className="wl-story-part">
              <h3>{i18n._({ id: 'match-time.you-brought', message: 'Brought by you' })}</h3>
              <Gave gave={gave.slice(0, STORY_ROWS)} />
            </section>
          )}
          {together.length > 0 && (
            <section className="wl-story-part">
              <h3>{i18n._({ id: 'week.together', message: 'Played together' })}</h3>
              <Together together={together.slice(0, STORY_ROWS)} />
            </section>
          )}
        </>
      )
  }
}

/** A small title with its icon, above the line that carries the card. */
function Label({ icon: Icon, kind, children }: { icon: typeof IconClock; kind?: 'music' | 'match'; children: string }) {
  return (
    <h2 className="wl-week-label" data-kind={kind}>
      <Icon size={18} stroke={1.8} aria-hidden />
      {children}
    </h2>
  )
}

function Tops({ played }: { played: RecapPlayed }) {
  const { i18n } = useLingui()
  return (
    <ol className="wl-week-list">
      {topsOf(played).map(({ item, plays }) => (
        <li key={item.id} className="wl-week-top">
          <Artwork id={item.id} kind={item.kind} size={52} />
          <span className="wl-week-text">
            <Link to={itemPath(item)} className="wl-item-name">
              <strong className="wl-line">{item.name}</strong>
            </Link>
            <span className="wl-dim wl-small">{playsText(i18n, plays)}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

function BroughtSong({ song }: { song: Recap['brought'][number] }) {
  const { i18n } = useLingui()
  return (
    <>
      <span className="wl-story-art">
        <Artwork id={song.item.id} kind={song.item.kind} />
      </span>
      <div>
        <p className="wl-week-title">
          <Link to={itemPath(song.item)} className="wl-item-name">
            {song.item.name}
          </Link>
        </p>
        {song.item.by !== null && (
          <p className="wl-muted">
            <CreatorName item={song.item} />
          </p>
        )}
      </div>
      <p className="wl-story-by">
        <Avatar person={song.by} size={36} />
        <span>{`${broughtByText(i18n, song)} · ${playsText(i18n, song.plays)}`}</span>
      </p>
      <Button component={Link} to={`/chat?uid=${song.by.uid}`}>
        {i18n._({ id: 'week.thank', message: 'Thank {name}', values: { name: song.by.name } })}
      </Button>
    </>
  )
}

const topsOf = ({ artists, tracks, channels }: RecapPlayed) => [...artists.slice(0, 2), ...tracks.slice(0, 2), ...channels.slice(0, 1)]
