import { useCallback, useState } from 'react'
import { useLingui } from '@lingui/react'
import type { Group } from '#contract/chat/groups.ts'
import { usePresence, usePresenceStore } from '#web/features/connections/presence.ts'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { shortName } from '#web/ui/text/short-name.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useChatState } from '../runtime/current-chat.ts'
import type { Conversation } from '../engine/state.ts'
import { GroupFace } from './GroupFace.tsx'
import { useGroup } from './use-group.ts'
import { useMediaQuery } from '@mantine/hooks'
import { create } from 'zustand'
import { readStored, writeStored } from '#web/platform/storage/browser-storage.ts'
import './groups.css'

/** From this width on, the members are beside the messages. */
const WIDE = '(min-width: 1280px)'
const KEY = 'group.column'

const useOpen = create<{ isOpen: boolean }>()(() => ({ isOpen: readStored(KEY) !== null }))

/** Whether there is room for a column, and whether the user has it open, in all groups and over visits. */
function useGroupColumn(): { isWide: boolean; isOpen: boolean; setOpen: (isOpen: boolean) => void } {
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false })
  const isOpen = useOpen((state) => state.isOpen)
  return { isWide, isOpen: isWide && isOpen, setOpen }
}

function setOpen(isOpen: boolean): void {
  useOpen.setState({ isOpen })
  writeStored(KEY, isOpen ? 'open' : null)
}

const GroupPanel = lazyPart(async () => (await import('./GroupPanel.tsx')).GroupPanel)
const GroupColumn = lazyPart(async () => (await import('./GroupPanel.tsx')).GroupColumn)

/** The header of a group: its name, the number of members, and who is typing. Opens the members. */
export function GroupHead({ conversation }: { conversation: Conversation }) {
  const { i18n } = useLingui()
  const group = useGroup(conversation)
  const { isOpen, trigger, open, close } = useDialog()
  const column = useGroupColumn()
  const [page, setPage] = useState<Element | null>(null)
  const findPage = useCallback((head: HTMLElement | null) => setPage(head?.closest('.wl-chat') ?? null), [])
  const { person } = conversation
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className="wl-group-head"
        {...(column.isWide ? { 'aria-expanded': column.isOpen } : { 'aria-haspopup': 'dialog' })}
        onClick={column.isWide ? () => column.setOpen(!column.isOpen) : open}
      >
        <GroupFace group={person} size={38} />
        <span className="wl-hidden">{i18n._({ id: 'group.open', message: 'About the group' })}</span>
        <span className="wl-chat-head-text">
          <span className="wl-group-title wl-line">
            <bdi>{person.name}</bdi>
          </span>
          <GroupStatus conversation={conversation} group={group} />
        </span>
      </button>
      <h2 ref={findPage} className="wl-hidden">
        {person.name}
      </h2>
      {column.isOpen && group && page && (
        <GroupColumn
          group={group}
          page={page}
          onClose={() => {
            column.setOpen(false)
            trigger.current?.focus()
          }}
        />
      )}
      {isOpen && !column.isWide && group && <GroupPanel group={group} onClose={close} />}
    </>
  )
}

function GroupStatus({ conversation: { chatId, group: row }, group }: { conversation: Conversation; group: Group | null }) {
  const { i18n } = useLingui()
  const me = useChatState((state) => state.me)
  const typist = useChatState((state) => (state.typing[chatId] === undefined ? null : state.typists[chatId]))
  const joined = (group?.members ?? []).filter(({ role }) => role !== 'invited').map(({ person }) => person)
  const others = joined.filter(({ uid }) => uid !== me)
  const online = usePresenceStore(({ known }) => others.filter(({ uid }) => known.get(uid)?.online).length)
  const writer = joined.find(({ uid }) => uid === typist)
  const count = group ? joined.length : (row?.members ?? 0)
  return (
    <span className="wl-chat-standing" data-away={(!writer && online === 0) || undefined} aria-live="polite">
      {writer ? (
        <span>{i18n._({ id: 'group.typing', message: '{name} is typing…', values: { name: shortName(writer) } })}</span>
      ) : (
        <>
          <span>{i18n._({ id: 'group.people', message: '{count, plural, one {# person} other {# people}}', values: { count } })}</span>
          {group !== null && group.requests.length > 0 && (
            <strong>
              ·{' '}
              {i18n._({
                id: 'group.requests.count',
                message: '{count, plural, one {# request to join} other {# requests to join}}',
                values: { count: group.requests.length },
              })}
            </strong>
          )}
          {online > 0 && <span>· {i18n._({ id: 'group.here', message: '{count} here now', values: { count: online + 1 } })}</span>}
        </>
      )}
      {others.map(({ uid }) => (
        <RequestPresence key={uid} uid={uid} />
      ))}
    </span>
  )
}

/** Loads the presence of one member. */
function RequestPresence({ uid }: { uid: string }) {
  usePresence(uid)
  return null
}
