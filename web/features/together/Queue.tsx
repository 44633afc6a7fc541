import { useEffect, useRef, type RefObject } from 'react'
import { useLingui } from '@lingui/react'
import { IconArrowDown, IconArrowUp, IconChevronUp, IconDots, IconPlus, IconTrash } from '@tabler/icons-react'
import type { TogetherItem, TogetherMember, TogetherSession } from '#contract/together.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { focusAround, focusIfLost } from '#web/ui/focus/focus-around.ts'
import { Artwork } from '#web/ui/Artwork.tsx'
import { MenuButton, type MenuEntry } from '#web/ui/inputs/MenuButton.tsx'
import { CreatorOf } from './CreatorOf.tsx'
import { pictureOf } from './playable-of-item.ts'
import { sendCommand } from './together.store.ts'
import { nextChooser } from './together.messages.ts'

export type QueueProps = { session: TogetherSession; me: string; mine: TogetherMember | undefined; onAdd: () => void }

/** The next items, most votes first. */
export function Queue({ session, me, mine, onAdd }: QueueProps) {
  const { i18n } = useLingui()
  const add = i18n._({ id: 'together.add-item', message: 'Add a track or video' })
  return (
    <div className="wl-together-queue">
      <div className="wl-together-queue-head">
        <h3>{i18n._({ id: 'together.queue', message: 'Next, most votes first' })}</h3>
        <ActionIcon size={44} variant="default" aria-label={add} title={add} onClick={onAdd}>
          <IconPlus size={18} aria-hidden />
        </ActionIcon>
      </div>
      <QueueList session={session} me={me} mine={mine} />
    </div>
  )
}

export function QueueList({ session, me, mine }: Omit<QueueProps, 'onAdd'>) {
  const { i18n } = useLingui()
  const { queue, members, turns } = session
  const list = useRef<HTMLOListElement>(null)
  const changeRow = useFocusOnRow(list, queue)
  const chooser = turns ? nextChooser(session) : undefined
  return (
    <>
      {chooser && (
        <p className="wl-small wl-muted">
          {chooser.uid === me
            ? i18n._({ id: 'together.turn.mine', message: 'Your turn to choose' })
            : i18n._({ id: 'together.turn', message: '{name}’s turn to choose', values: { name: chooser.name } })}
        </p>
      )}
      <ol ref={list}>
        {queue.map((item, index) => (
          <QueueRow
            key={item.id}
            session={session}
            item={item}
            at={index}
            me={me}
            mine={mine}
            by={members.find(({ uid }) => uid === item.added_by)?.name}
            onChange={() => changeRow(index)}
          />
        ))}
      </ol>
      {queue.length === 0 && (
        <p className="wl-small wl-muted">
          {i18n._({ id: 'together.queue.empty', message: 'Nothing yet. Add what you’d like to hear next.' })}
        </p>
      )}
    </>
  )
}

/**
 * Keeps the focus in the list when the user's own change moves or removes the row of the pressed menu.
 * @returns call it with the row before it changes
 */
function useFocusOnRow(list: RefObject<HTMLOListElement | null>, queue: readonly TogetherItem[]): (at: number) => void {
  const changed = useRef<number | null>(null)
  const shown = useRef(queue)
  useEffect(() => {
    if (shown.current === queue) return
    shown.current = queue
    const index = changed.current
    changed.current = null
    const rows = list.current?.children
    if (index === null || !rows || document.activeElement !== document.body) return
    const menu = [...(rows[Math.min(index, rows.length - 1)]?.querySelectorAll('button') ?? [])].at(-1)
    if (menu) focusIfLost(menu)
    else if (list.current) focusAround(list.current)
  }, [list, queue])
  return (index) => {
    changed.current = index
  }
}

type QueueRowProps = Omit<QueueProps, 'onAdd'> & { item: TogetherItem; at: number; by: string | undefined; onChange: () => void }

function QueueRow({ session, item, at, me, mine, by, onChange }: QueueRowProps) {
  const { i18n } = useLingui()
  const { chat_id: chatId, queue } = session
  const hasVoted = item.votes.includes(me)
  const { title } = item
  const change = (command: { kind: 'move'; to: number } | { kind: 'remove' }) => {
    onChange()
    sendCommand(chatId, { ...command, item: item.id })
  }
  const entries = (): MenuEntry[] => [
    ...(mine?.role !== 'guest' && at > 0
      ? [
          {
            icon: IconArrowUp,
            label: i18n._({ id: 'together.move-up', message: 'Move up' }),
            act: () => change({ kind: 'move', to: at - 1 }),
          },
        ]
      : []),
    ...(mine?.role !== 'guest' && at < queue.length - 1
      ? [
          {
            icon: IconArrowDown,
            label: i18n._({ id: 'together.move-down', message: 'Move down' }),
            act: () => change({ kind: 'move', to: at + 1 }),
          },
        ]
      : []),
    {
      icon: IconTrash,
      label: i18n._({ id: 'together.remove', message: 'Remove' }),
      act: () => change({ kind: 'remove' }),
      isBad: true,
    },
  ]
  const menu = i18n._({ id: 'together.item-menu', message: 'More about {title}', values: { title } })
  return (
    <li>
      <Artwork id={item.id} kind={item.side === 'video' ? 'video' : 'track'} src={pictureOf(item)} size={item.side === 'video' ? 44 : 32} />
      <span className="wl-together-text">
        <span className="wl-line" dir="auto">
          {title}
        </span>
        <small className="wl-line wl-muted" dir="auto">
          <CreatorOf item={item} after={item.added_by === me ? i18n._({ id: 'together.you', message: 'You' }) : by} />
        </small>
      </span>
      <button
        type="button"
        className="wl-together-vote"
        aria-pressed={hasVoted}
        aria-label={i18n._({
          id: 'together.vote',
          message: '{count, plural, one {Vote for {title}: # vote} other {Vote for {title}: # votes}}',
          values: { title, count: item.votes.length },
        })}
        onClick={() => sendCommand(chatId, { kind: 'vote', item: item.id, on: !hasVoted })}
      >
        <IconChevronUp size={16} aria-hidden /> {item.votes.length}
      </button>
      {(mine?.role !== 'guest' || item.added_by === me) && (
        <MenuButton
          button={
            <ActionIcon size={36} aria-label={menu} title={menu}>
              <IconDots size={18} stroke={1.8} aria-hidden />
            </ActionIcon>
          }
          entries={entries}
        />
      )}
    </li>
  )
}
