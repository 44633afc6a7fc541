import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { useNavigate } from 'react-router'
import { groupCalls } from '#contract/chat/groups.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { BuddyPicker } from '#web/features/discover/BuddyPicker.tsx'
import { callApi } from '#web/platform/api-client.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/inputs/Form.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import { useChat } from '../runtime/current-chat.ts'
import { emptyGroupFields, GroupFields, isComplete } from './GroupFields.tsx'
import '#web/ui/dialogs.css'
import './groups.css'
import { chatErrorText } from '../use-chat-command.ts'

/** Creates a group and opens it. */
export function NewGroup({ onClose }: { onClose: () => void }) {
  const { i18n } = useLingui()
  const chat = useChat()
  const navigate = useNavigate()
  const [fields, setFields] = useState(emptyGroupFields)
  const [chosen, setChosen] = useState<ReadonlySet<Uid>>(new Set())
  // Without it, a repetition after a lost response would create another group.
  const [id] = useState(() => newUuidv7(Date.now()))
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function create(): Promise<void> {
    setBusy(true)
    setProblem(null)
    try {
      const { name, description, picture } = fields
      const row = await callApi(groupCalls.createGroup, {
        body: { id, name, description, picture: picture?.id ?? null, uids: [...chosen] },
      })
      chat?.read(row.chat_id)
      onClose()
      void navigate(`/chat/${row.chat_id}`)
    } catch (error) {
      setProblem(chatErrorText(i18n, error))
      setBusy(false)
    }
  }

  return (
    <Modal opened onClose={onClose} title={i18n._({ id: 'group.new', message: 'New group' })}>
      <Form className="wl-dialog" onSubmit={create}>
        <GroupFields fields={fields} onChange={setFields} />
        <BuddyPicker
          title={i18n._({ id: 'group.choose', message: 'Buddies to invite' })}
          choice={{ kind: 'many', chosen, onChange: setChosen, max: limits.group.members - 1 }}
          empty={i18n._({ id: 'group.choose.none', message: 'You have no other buddies to invite yet.' })}
        />
        <p className="wl-muted wl-small">{i18n._({ id: 'group.new.what', message: 'They join when they accept your invitation.' })}</p>
        {problem && <FormMessage>{problem}</FormMessage>}
        <div className="wl-dialog-actions">
          <Button type="submit" loading={isBusy} disabled={!isComplete(fields)}>
            {i18n._({ id: 'group.create', message: 'Create group' })}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}
