import { useLingui } from '@lingui/react'
import type { GroupMember } from '#contract/chat/groups.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { useNow } from '#web/ui/text/use-now.ts'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import { timeOfDay, dayText } from '../engine/times.ts'
import './groups.css'

/** The members who have read a message, the earliest first, and when they last read. */
export function SeenByDialog({ readers, onClose }: { readers: readonly GroupMember[]; onClose: () => void }) {
  const { i18n } = useLingui()
  const nowMs = useNow()
  const sorted = readers.toSorted((a, b) => (a.read_at ?? '').localeCompare(b.read_at ?? ''))
  return (
    <Modal opened onClose={onClose} title={i18n._({ id: 'group.seen-by.title', message: 'Seen by' })}>
      <ul className="wl-group-people">
        {sorted.map(({ person, read_at: at }) => (
          <li key={person.uid} className="wl-group-person">
            <Avatar person={person} size={36} />
            <span className="wl-group-person-name wl-line">
              <bdi>{person.name}</bdi>
            </span>
            {at !== null && (
              <time className="wl-dim wl-small" dateTime={at}>
                {dayText(Date.parse(at), i18n.locale, nowMs)}, {timeOfDay(Date.parse(at), i18n.locale)}
              </time>
            )}
          </li>
        ))}
      </ul>
    </Modal>
  )
}
