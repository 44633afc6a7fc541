import { useMemo, useState } from 'react'
import { useLingui } from '@lingui/react'
import { limits } from '#contract/limits.ts'
import { linkOfMessage } from '#contract/chat/message-link.ts'
import { BuddyPicker } from '#web/features/discover/BuddyPicker.tsx'
import { useBuddies, type SentTarget } from '#web/features/discover/use-buddies.ts'
import { notify } from '#web/platform/notices.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/inputs/Form.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import { GroupFace } from '../groups/GroupFace.tsx'
import type { MessageRowData } from '../engine/rows.ts'
import type { Conversation } from '../engine/state.ts'
import { useChat, useChatState } from '../runtime/current-chat.ts'
import { copyPictures, copyRecording, forwardedDraft, type ForwardTarget } from './forward.ts'
import '#web/ui/dialogs.css'

/** Forwards messages to conversations and buddies that the user chooses. */
export function ForwardDialog({ rows, onClose }: { rows: readonly MessageRowData[]; onClose: (isDone: boolean) => void }) {
  const { i18n } = useLingui()
  const chat = useChat()
  const open = useOpenConversations()
  const sent = sentBy(rows)
  const listed = useListed(open, sent)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const max = limits.forwardTargets.max

  async function forward(): Promise<void> {
    setBusy(true)
    setProblem(null)
    const targets = [...chosen].map((key): ForwardTarget => {
      const existing = open.find(({ chatId, group, person }) => chatId === key || (!group && person.uid === key))
      return existing ? { to: existing.person.uid, chatId: existing.chatId } : { to: key, chatId: null }
    })
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
    >
      <Form className="wl-dialog" onSubmit={forward}>
        <BuddyPicker
          title={i18n._({ id: 'chat.forward.to', message: 'Forward to' })}
          {...(sent ? { sent } : {})}
          others={listed.map(({ chatId, person, group }) => ({
            key: chatId,
            name: person.name,
            ...(sent && group ? { about: i18n._({ id: 'together.start.group', message: 'Group' }) } : {}),
            face: group ? <GroupFace group={person} size={36} /> : <Avatar person={person} size={36} />,
          }))}
          without={new Set(listed.map(({ person }) => person.uid))}
          choice={{ kind: 'many', chosen, max: isBusy ? 0 : max, onChange: setChosen }}
          empty={i18n._({ id: 'reply.no-buddies', message: 'You can only send this to buddies, and you don’t have any yet.' })}
        />
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
      </Form>
    </Modal>
  )
}

/** The item of the messages, for the order of the buddies; null if there is none. */
function sentBy(rows: readonly MessageRowData[]): SentTarget | null {
  const [link] = rows.flatMap((row) => linkOfMessage(row)?.link ?? [])
  return link === undefined ? null : { link }
}

/** Conversations in the order of their latest message. With an item, buddies are listed by how much they would love it instead. */
function useListed(open: readonly Conversation[], sent: SentTarget | null): readonly Conversation[] {
  const { data, isPending } = useBuddies(sent ?? {})
  if (!sent) return open
  const buddies = new Set(data?.people.map(({ person }) => person.uid))
  return open.filter(({ group, person }) => group || (!isPending && !buddies.has(person.uid)))
}

/** Conversations that a message can be sent to, the latest first. */
function useOpenConversations(): Conversation[] {
  const conversations = useChatState((state) => state.conversations)
  return useMemo(() => {
    const lastAt = ({ last }: Conversation) => (last ? Date.parse(last.sent_date) || 0 : 0)
    return Object.values(conversations)
      .filter(({ tab, canWrite, canAttach }) => tab === 'chats' && canWrite && canAttach)
      .toSorted((a, b) => lastAt(b) - lastAt(a))
  }, [conversations])
}
