import { useMemo, useState } from 'react'
import { useLingui } from '@lingui/react'
import { discoverCalls } from '#contract/taste/discover.ts'
import { limits } from '#contract/limits.ts'
import type { PersonCard } from '#contract/people.ts'
import { notify } from '#web/platform/notices.ts'
import { useCall } from '#web/platform/query.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { Modal } from '#web/ui/inputs/Modal.ts'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import { GroupFace } from '../groups/GroupFace.tsx'
import type { MessageRowData } from '../engine/rows.ts'
import type { Conversation } from '../engine/state.ts'
import { useChat, useChatState } from '../runtime/current-chat.ts'
import { copyPictures, copyRecording, forwardedDraft, type ForwardTarget } from './forward.ts'
import '#web/ui/dialogs.css'
import '../groups/groups.css'

type Choice = ForwardTarget & { key: string; person: PersonCard; isGroup: boolean }

/** Forwards messages to conversations and buddies that the user chooses. */
export function ForwardDialog({ rows, onClose }: { rows: readonly MessageRowData[]; onClose: (isDone: boolean) => void }) {
  const { i18n } = useLingui()
  const chat = useChat()
  const choices = useChoices()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const query = typed.trim().toLowerCase()
  const found = choices.filter(({ person }) => person.name.toLowerCase().includes(query) || person.user_name.includes(query))
  const max = limits.forwardTargets.max
  const label = i18n._({ id: 'chat.forward.search', message: 'Search conversations and buddies' })

  function toggle(key: string): void {
    const next = new Set(chosen)
    if (!next.delete(key)) next.add(key)
    setChosen(next)
  }

  async function forward(): Promise<void> {
    setBusy(true)
    setProblem(null)
    const targets = choices.filter(({ key }) => chosen.has(key))
    const drafts = []
    for (const { to, chatId } of targets) {
      for (const row of rows) {
        const [pictures, recording] = [await copyPictures(row.pictures), await copyRecording(row.voice)]
        if (!pictures || recording === undefined) {
          setProblem(
            pictures
              ? i18n._({ id: 'chat.forward.voice', message: 'The voice message couldn’t be copied. Please try again.' })
              : i18n._({ id: 'chat.forward.pictures', message: 'The pictures couldn’t be copied. Please try again.' }),
          )
          setBusy(false)
          return
        }
        drafts.push(forwardedDraft(row, pictures, { to, chatId }, recording))
      }
    }
    for (const draft of drafts) chat?.write(draft)
    notify(
      'positive',
      i18n._({
        id: 'chat.forward.done',
        message: '{count, plural, one {Forwarded to # conversation.} other {Forwarded to # conversations.}}',
        values: { count: targets.length },
      }),
    )
    onClose(true)
  }

  return (
    <Modal
      opened
      onClose={() => onClose(false)}
      title={i18n._({
        id: 'chat.forward.title',
        message: '{count, plural, one {Forward message} other {Forward # messages}}',
        values: { count: rows.length },
      })}
      closeButtonProps={{ 'aria-label': i18n._({ id: 'dialog.close', message: 'Close' }) }}
    >
      <form
        className="wl-dialog"
        onSubmit={(event) => {
          event.preventDefault()
          void forward()
        }}
      >
        <TextInput
          value={typed}
          maxLength={60}
          dir="auto"
          aria-label={label}
          placeholder={label}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <fieldset className="wl-group-choose">
          <legend className="wl-hidden">{i18n._({ id: 'chat.forward.to', message: 'Forward to' })}</legend>
          <ul className="wl-group-people" data-scrolls>
            {found.map(({ key, person, isGroup }) => (
              <li key={key}>
                <label className="wl-group-person">
                  {isGroup ? <GroupFace group={person} size={36} /> : <Avatar person={person} size={36} />}
                  <span className="wl-group-person-name wl-line">
                    <bdi>{person.name}</bdi>
                  </span>
                  <input
                    type="checkbox"
                    checked={chosen.has(key)}
                    disabled={isBusy || (chosen.size >= max && !chosen.has(key))}
                    onChange={() => toggle(key)}
                  />
                </label>
              </li>
            ))}
          </ul>
          {found.length === 0 && (
            <p className="wl-muted wl-small">
              {i18n._({ id: 'chat.forward.none', message: 'No conversation or buddy matches your search.' })}
            </p>
          )}
        </fieldset>
        {chosen.size >= max && (
          <p className="wl-muted wl-small" aria-live="polite">
            {i18n._({ id: 'chat.forward.max', message: 'You can choose up to {max} at once.', values: { max } })}
          </p>
        )}
        {problem && <FormMessage>{problem}</FormMessage>}
        <div className="wl-dialog-actions">
          <Button type="submit" loading={isBusy} disabled={chosen.size === 0}>
            {i18n._({ id: 'chat.forward.send', message: 'Send' })}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** Open conversations, the latest first, then buddies without one. */
function useChoices(): Choice[] {
  const conversations = useChatState((state) => state.conversations)
  const buddies = useCall(discoverCalls.getRecipients, { query: {} }, { staleMs: 5 * 60_000 })
  return useMemo(() => {
    const lastAt = ({ last }: Conversation) => (last ? Date.parse(last.sent_date) || 0 : 0)
    const open = Object.values(conversations)
      .filter(({ tab, canWrite, canAttach }) => tab === 'chats' && canWrite && canAttach)
      .toSorted((one, two) => lastAt(two) - lastAt(one))
      .map(({ chatId, person, group }): Choice => ({ key: chatId, to: person.uid, chatId, person, isGroup: Boolean(group) }))
    const known = new Set(open.map(({ to }) => to))
    const others = (buddies.data?.people ?? [])
      .filter(({ person }) => !known.has(person.uid))
      .map(({ person }): Choice => ({ key: person.uid, to: person.uid, chatId: null, person, isGroup: false }))
    return [...open, ...others]
  }, [conversations, buddies.data])
}
