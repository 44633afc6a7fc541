import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { useNavigate } from 'react-router'
import { RequestMatch } from '#web/features/matching/RequestMatch.tsx'
import { ItemNameInLine } from '#web/features/media/items/ItemName.tsx'
import { Button } from '#web/ui/Button.tsx'
import { BlockDialog } from '#web/features/connections/PersonDialogs.tsx'
import type { Conversation } from './engine/state.ts'
import { useManageChat } from './use-manage.ts'

/** Actions for a stranger's first message. Declining doesn't notify them. */
export function RequestBar({ conversation: { chatId, person } }: { conversation: Conversation }) {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const { manage, isBusy } = useManageChat(chatId)
  const [isBlocking, setBlocking] = useState(false)
  const leave = () => void navigate('/chat?tab=requests')
  const { name } = person
  return (
    <section className="wl-chat-request" aria-label={i18n._({ id: 'chat.request', message: 'Message request' })}>
      <p>
        {i18n._({
          id: 'chat.request.what',
          message: '{name} isn’t your buddy and would like to talk. They won’t know you’ve read this until you accept.',
          values: { name },
        })}
      </p>
      <RequestMatch uid={person.uid} name={ItemNameInLine} />
      <div className="wl-chat-request-actions">
        <Button variant="danger" onClick={() => setBlocking(true)}>
          {i18n._({ id: 'profile.block', message: 'Block' })}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={() => void manage({ kind: 'decline' }).then((isDone) => isDone && leave())}>
          {i18n._({ id: 'connections.decline', message: 'Decline' })}
        </Button>
        <Button disabled={isBusy} onClick={() => void manage({ kind: 'accept' })}>
          {i18n._({ id: 'connections.accept', message: 'Accept' })}
        </Button>
      </div>
      {isBlocking && <BlockDialog person={person} relation="none" onBlocked={leave} onClose={() => setBlocking(false)} />}
    </section>
  )
}
