import { useEffect, useState } from 'react'
import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { IconPlayerPlayFilled, IconUsers } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { togetherCalls, type NewTogetherItem, type TogetherRecap, type TogetherSession, type TogetherVisit } from '#contract/together.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { createFolder, folderPath } from '#web/features/media/folders/folders.commands.ts'
import { entryOf, play } from '#web/features/media/items/play.ts'
import { platformLink } from '#web/features/media/items/platform-link.ts'
import { saveReplayMarks } from '#web/features/media/players/replay-marks.store.ts'
import { playList } from '#web/features/media/queue/play-queue.ts'
import { readApi } from '#web/platform/api-client.ts'
import { notify } from '#web/platform/notices.ts'
import { refreshCall, useCall } from '#web/platform/query.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { Artwork } from '#web/ui/Artwork.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { nameList } from '#web/ui/text/name-list.ts'
import { useOpenSession } from './open-session.store.ts'
import { CreatorOf } from './CreatorOf.tsx'
import { pictureOf, playableOfItem } from './playable-of-item.ts'
import { joinText, visitText } from './together.messages.ts'
import { join, useTogether, watchClock } from './together.store.ts'
import { togetherLabel } from '#web/features/media/together/together-entry.ts'
import { useSeconds } from './use-seconds.ts'
import './SessionCard.css'

const MINUTE_MS = 60_000
/** The live card shows the latest ones, the recap all. */
const SHOWN_VISITS = 3

/** A shared session as a message: live while it runs, and its list afterwards. @param text what clients without sessions show */
export function SessionCard({ sessionId, text }: { sessionId: string; text: string }) {
  const running = useTogether(({ sessions }) => Object.values(sessions).find((session) => session?.id === sessionId) ?? null)
  const recap = useCall(togetherCalls.getTogetherRecap, { params: { sessionId } }, { staleMs: MINUTE_MS })
  const isRunning = running !== null
  const members = running?.members.map(({ uid }) => uid).join(' ')
  // Data from before the end, or from before someone came or left, is out of date, even when it is still on its way.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps
  useEffect(() => (isRunning ? () => void refreshRecap(sessionId) : undefined), [isRunning, members, sessionId])
  if (running) return <Live session={running} visits={recap.data?.visits ?? []} />
  if (recap.isPending) return <Skeleton shape="block" height={112} />
  if (!recap.data) return <p className="wl-message-text">{text}</p>
  return <Ended recap={recap.data} onChange={() => void refreshRecap(sessionId)} />
}

const refreshRecap = (sessionId: string): Promise<void> => refreshCall(togetherCalls.getTogetherRecap, { params: { sessionId } })

/** `item` is null while nothing plays. */
function Head({ item, id }: { item: NewTogetherItem | null; id: string }) {
  const { i18n } = useLingui()
  const side = item?.side ?? 'sound'
  return (
    <div className="wl-session-head">
      <Artwork id={id} kind={side === 'video' ? 'video' : 'track'} src={item && pictureOf(item)} size={side === 'video' ? 80 : 56} />
      <div className="wl-session-text">
        <span className="wl-session-kind">
          <IconUsers size={16} stroke={1.8} aria-hidden />
          {togetherLabel(i18n, side)}
        </span>
        <strong className="wl-line" dir="auto">
          {item?.title ?? i18n._({ id: 'together.nothing', message: 'Nothing is playing' })}
        </strong>
        <span className="wl-line wl-small wl-muted" dir="auto">
          {item && <CreatorOf item={item} />}
        </span>
      </div>
    </div>
  )
}

/** More members are a number. */
const MAX_NAMES = 3

/** The members, the current item, and the button to join. */
function Live({ session, visits }: { session: TogetherSession; visits: readonly TogetherVisit[] }) {
  const { i18n } = useLingui()
  const { id, chat_id: chatId, current, members, started_at: started } = session
  const me = useMyUid()
  const isHere = useOpenSession((open) => open.chatId === chatId)
  const seconds = useSeconds(session)
  useEffect(() => watchClock(), [])
  const isIn = isHere && members.some(({ uid }) => uid === me)
  const others = members.flatMap(({ uid, name }) => (uid === me ? [] : [name]))
  const names = isIn ? [i18n._({ id: 'together.you', message: 'You' }), ...others] : others
  const unnamed = names.length > MAX_NAMES ? names.length - MAX_NAMES + 1 : 0
  const shown =
    unnamed === 0
      ? names
      : [
          ...names.slice(0, -unnamed),
          i18n._({ id: 'together.card.more', message: '{count, plural, one {# more} other {# more}}', values: { count: unnamed } }),
        ]
  return (
    <section className="wl-session" aria-label={nameOf(i18n, started)}>
      <Head id={current?.id ?? id} item={current} />
      <div className="wl-session-foot">
        <span className="wl-session-faces" aria-hidden>
          {members.slice(0, 4).map(({ uid, name, avatar }) => (
            <Avatar key={uid} person={{ uid, name, avatar_url: avatar }} size={24} />
          ))}
        </span>
        <span className="wl-session-names">
          {members.every(({ uid }) => uid === me)
            ? isIn
              ? i18n._({ id: 'together.card.only-you', message: 'You’re in' })
              : i18n._({ id: 'together.card.elsewhere', message: 'You’re in, but not playing here' })
            : i18n._({
                id: 'together.card.in',
                message: '{count, plural, one {{names} is in} other {{names} are in}}',
                values: { count: names.length, names: nameList(i18n, shown) },
              })}
        </span>
        {isIn ? (
          <span className="wl-session-started">
            {i18n._({ id: 'together.card.started', message: 'Started {time}', values: { time: timeOfDay(started, i18n.locale) } })}
          </span>
        ) : (
          <Button onClick={() => void join(session)}>{joinText(i18n, session, seconds)}</Button>
        )}
      </div>
      <Visits visits={visits.slice(-SHOWN_VISITS)} />
    </section>
  )
}

/** The members who joined and left, with the time. */
function Visits({ visits }: { visits: readonly TogetherVisit[] }) {
  const { i18n } = useLingui()
  if (visits.length === 0) return null
  return (
    <ul className="wl-session-visits" aria-label={i18n._({ id: 'together.visits', message: 'Who came and went' })}>
      {visits.map(({ name, what, at }) => (
        <li key={`${at} ${what} ${name}`} className="wl-small wl-muted">
          {i18n._({
            id: 'together.visit',
            message: '{what}, {time}',
            values: { what: visitText(i18n, what, name), time: timeOfDay(at, i18n.locale) },
          })}
        </li>
      ))}
    </ul>
  )
}

const timeOfDay = (iso: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(new Date(iso))

/** A conversation can have the cards of several sessions; each has a name of its own. */
const nameOf = (i18n: I18n, started: string): string =>
  i18n._({
    id: 'together.card',
    message: 'Shared session, {time}',
    values: { time: new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(started)) },
  })

/** The played items, which were new to the reader, and who saved the list. */
function Ended({ recap, onChange }: { recap: TogetherRecap; onChange: () => void }) {
  const { i18n } = useLingui()
  const me = useMyUid()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [folderId] = useState(() => newUuidv7(Date.now()))
  const [isSavedNow, setSavedNow] = useState(false)
  const { id, items, members, visits, saved_by: savedBy, started_at: started, ended_at: ended } = recap
  const first = items[0]
  const others = savedBy.flatMap(({ uid, name }) => (uid === me ? [] : [name]))
  const hasSaved = savedBy.some(({ uid }) => uid === me)
  const minutes = ended === null ? 0 : Math.max(1, Math.round((Date.parse(ended) - Date.parse(started)) / MINUTE_MS))
  const fresh = items.filter((item) => item.is_new).length
  const save = async () => {
    setSaving(true)
    const isSaved = await saveAsFolder(i18n, recap, folderId, (path) => void navigate(path))
    setSaving(false)
    setSavedNow(isSaved)
    if (isSaved) onChange()
  }
  return (
    <section className="wl-session" aria-label={nameOf(i18n, started)}>
      {first && <Head id={id} item={first} />}
      <div className="wl-session-foot">
        <span className="wl-session-names">
          {ended === null
            ? i18n._({ id: 'together.card.running', message: 'Still running' })
            : i18n._({
                id: 'together.card.ended',
                message: 'Ended, {minutes} min, {count, plural, one {# item} other {# items}}',
                values: { minutes, count: items.length },
              })}
        </span>
        {ended !== null && items.length > 0 && (
          <span className="wl-session-actions">
            <Button variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {i18n._({ id: 'together.card.list', message: 'Recap' })}
            </Button>
            {members.some(({ uid }) => uid === me) &&
              (hasSaved ? (
                <Button component={Link} variant="default" to="/saved" {...(isSavedNow ? { ref: keepFocus } : {})}>
                  {i18n._({ id: 'together.card.saved', message: 'Saved' })}
                </Button>
              ) : (
                <Button variant="default" loading={isSaving} onClick={() => void save()}>
                  {i18n._({ id: 'together.card.save', message: 'Save as list' })}
                </Button>
              ))}
          </span>
        )}
      </div>
      {isOpen && (
        <div className="wl-session-recap">
          {fresh > 0 && (
            <p className="wl-small wl-muted">
              {i18n._({
                id: 'together.card.fresh',
                message: '{count, plural, one {# was new to you} other {# were new to you}}',
                values: { count: fresh },
              })}
            </p>
          )}
          <PlayRecap items={items} />
          <ol>
            {items.map((item, index) => (
              // The list of an ended session never changes, and an item can be in it twice.
              // oxlint-disable-next-line react/no-array-index-key
              <RecapItem key={index} item={item} />
            ))}
          </ol>
          {others.length > 0 && (
            <p className="wl-small wl-muted">
              {i18n._({
                id: 'together.card.saved-by',
                message: 'Saved by {names}',
                values: { names: nameList(i18n, others) },
              })}
            </p>
          )}
          <Visits visits={visits} />
        </div>
      )}
    </section>
  )
}

function PlayRecap({ items }: Pick<TogetherRecap, 'items'>) {
  const { i18n } = useLingui()
  const keepMarks = () => {
    for (const item of items) saveReplayMarks([item.spotify_id, item.youtube_id], item.marks)
  }
  const entries = items.flatMap((item) => {
    const playable = playableOfItem(item)
    return (playable && entryOf(playable, item.brought_by)) ?? []
  })
  if (entries.length < 2) return null
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconPlayerPlayFilled size={14} aria-hidden />}
      onClick={() => (keepMarks(), void playList(entries))}
    >
      {i18n._({ id: 'queue.play-all', message: 'Play all' })}
    </Button>
  )
}

function RecapItem({ item }: { item: TogetherRecap['items'][number] }) {
  const { i18n } = useLingui()
  const playable = playableOfItem(item)
  const label = i18n._({ id: 'together.card.play', message: 'Play {title}', values: { title: item.title } })
  return (
    <li>
      {playable && (
        <ActionIcon
          size={44}
          aria-label={label}
          title={label}
          onClick={() => (saveReplayMarks([item.spotify_id, item.youtube_id], item.marks), play(playable))}
        >
          <IconPlayerPlayFilled size={18} aria-hidden />
        </ActionIcon>
      )}
      <span className="wl-session-text">
        <span className="wl-line" dir="auto">
          {item.title}
        </span>
        <small className="wl-line wl-muted" dir="auto">
          <CreatorOf item={item} after={item.brought_by} />
        </small>
      </span>
      {item.is_new && <small className="wl-session-new">{i18n._({ id: 'together.card.new', message: 'New to you' })}</small>}
    </li>
  )
}

/** The link replaces the pressed button, which had the focus. */
const keepFocus = (link: HTMLAnchorElement | null): void => {
  if (document.activeElement === document.body) link?.focus({ preventScroll: true })
}

/**
 * Saves the list of an ended session as a folder, and records in its conversation who did. Returns false if that failed: another
 * attempt finds the existing folder.
 */
async function saveAsFolder(
  i18n: I18n,
  { id, started_at: started, items }: TogetherRecap,
  folderId: string,
  open: (path: string) => void,
): Promise<boolean> {
  const date = new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium' }).format(new Date(started))
  const links = items.flatMap((item) => platformLink({ ...item, kind: item.side === 'sound' ? 'track' : 'video' }) ?? [])
  const name = i18n._({ id: 'together.folder', message: 'Played together, {date}', values: { date } })
  const folder = await createFolder(name, { links, id: folderId })
  if (!folder) return false
  if (!(await readApi(togetherCalls.saveTogether, { params: { sessionId: id } })).ok) {
    notify('error', i18n._({ id: 'discover.saved.failed', message: 'That couldn’t be saved. Please try again.' }))
    return false
  }
  notify('positive', i18n._({ id: 'folders.saved', message: 'Saved in “{name}”.', values: { name: folder.name } }), {
    about: 'folders',
    action: { label: i18n._({ id: 'connections.notice.look', message: 'View' }), run: () => open(folderPath(folder.id)) },
  })
  return true
}
