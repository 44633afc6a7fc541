import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { IconX } from '@tabler/icons-react'
import { isBlank, visibleText } from '#contract/base/text.ts'
import { limits } from '#contract/limits.ts'
import { pollCalls } from '#contract/chat/polls.ts'
import { callApi } from '#web/platform/api-client.ts'
import { failureOf } from '#web/platform/query.ts'
import { useRepeatableId } from '#web/platform/use-repeatable-id.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { Modal } from '#web/ui/inputs/Modal.tsx'
import { Switch } from '#web/ui/inputs/Switch.ts'
import { nameLimit } from '#web/ui/inputs/text-limit.ts'
import { TextInput } from '#web/ui/inputs/TextInput.ts'
import type { Conversation } from '../engine/state.ts'
import { useChat } from '../runtime/current-chat.ts'
import { savePoll } from './use-poll.ts'
import '#web/ui/dialogs.css'
import './polls.css'
import { chatErrorText } from '../use-chat-command.ts'

const DAY_MS = 24 * 3_600_000

const optionLimit = (text: string) => nameLimit(text, limits.poll.option.max)

/** Writes a poll and sends it to the group. */
export function NewPoll({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const { i18n } = useLingui()
  const { question, setQuestion, options, setOption, removeOption, takesSeveral, setTakesSeveral, end, setEnd, problem, isBusy, submit } =
    useNewPoll(conversation, onClose)
  const written = options.filter((text) => !isBlank(text))
  const questionLimit = nameLimit(question, limits.poll.question.max)
  const isTooLong = questionLimit.isOver || written.some((text) => optionLimit(text).isOver)
  const isComplete = !isBlank(question) && written.length >= limits.poll.options.min && end !== '' && !isTooLong
  return (
    <Modal opened onClose={onClose} title={i18n._({ id: 'poll.new', message: 'New poll' })}>
      <form
        className="wl-dialog"
        onSubmit={(event) => {
          event.preventDefault()
          // React passes it on to the composer, which would send its draft.
          event.stopPropagation()
          void submit(written)
        }}
      >
        <TextInput
          label={i18n._({ id: 'poll.question', message: 'Question' })}
          value={question}
          {...questionLimit.field}
          dir="auto"
          required
          data-autofocus
          onChange={({ currentTarget }) => setQuestion(currentTarget.value)}
        />
        <fieldset className="wl-poll-fields">
          <legend>{i18n._({ id: 'poll.options', message: 'Options' })}</legend>
          {options.map((text, index) => (
            // An option has no other identity than its index.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={index} className="wl-poll-field">
              <TextInput
                aria-label={i18n._({ id: 'poll.option', message: 'Option {at}', values: { at: index + 1 } })}
                placeholder={i18n._({ id: 'poll.option', message: 'Option {at}', values: { at: index + 1 } })}
                value={text}
                {...optionLimit(text).field}
                dir="auto"
                onChange={({ currentTarget }) => setOption(index, currentTarget.value)}
              />
              {text !== '' && options.length > limits.poll.options.min && (
                <ActionIcon
                  icon={IconX}
                  iconSize={18}
                  size={44}
                  aria-label={i18n._({ id: 'poll.option.remove', message: 'Remove option {at}', values: { at: index + 1 } })}
                  onClick={() => removeOption(index)}
                />
              )}
            </div>
          ))}
        </fieldset>
        <Switch
          label={i18n._({ id: 'poll.takes-several', message: 'Several answers' })}
          checked={takesSeveral}
          onChange={({ currentTarget }) => setTakesSeveral(currentTarget.checked)}
        />
        <TextInput
          type="datetime-local"
          label={i18n._({ id: 'poll.until', message: 'Ends' })}
          value={end}
          required
          onChange={({ currentTarget }) => setEnd(currentTarget.value)}
        />
        {problem && <FormMessage>{problem}</FormMessage>}
        <div className="wl-dialog-actions">
          <Button type="submit" loading={isBusy} disabled={!isComplete}>
            {i18n._({ id: 'poll.send', message: 'Send poll' })}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

function useNewPoll({ chatId, person }: Conversation, onClose: () => void) {
  const { i18n } = useLingui()
  const chat = useChat()
  const [question, setQuestion] = useState('')
  const [options, setOptions] = useState(['', ''])
  const [takesSeveral, setTakesSeveral] = useState(false)
  const [end, setEnd] = useState(() => localMinute(Date.now() + DAY_MS))
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { idOf } = useRepeatableId()

  /** There is always an empty field for the next option. */
  function setOption(index: number, text: string): void {
    const next = options.map((option, place) => (place === index ? text : option))
    setOptions(next.at(-1) === '' || next.length >= limits.poll.options.max ? next : [...next, ''])
  }
  const removeOption = (index: number) => setOptions(options.filter((_, place) => place !== index))

  async function submit(written: readonly string[]): Promise<void> {
    setBusy(true)
    setProblem(null)
    try {
      const closesAt = new Date(end).toISOString()
      const texts = { question: visibleText(question), options: written.map(visibleText) }
      const body = { ...texts, takes_several: takesSeveral, closes_at: closesAt }
      const poll = await callApi(pollCalls.createPoll, { params: { chatId }, body: { ...body, id: idOf(body) } })
      savePoll(poll)
      const content = pollText(texts)
      chat?.write({ to: person.uid, chatId, content, pictures: [], type: 'text', referenceItem: [`poll:${poll.id}`], reply: null })
      onClose()
    } catch (error) {
      const isDate = 'closes_at' in failureOf(error).fields
      setProblem(isDate ? i18n._({ id: 'poll.until.problem', message: 'Choose an end within the next year.' }) : chatErrorText(i18n, error))
      setBusy(false)
    }
  }
  return { question, setQuestion, options, setOption, removeOption, takesSeveral, setTakesSeveral, end, setEnd, problem, isBusy, submit }
}

/** The local time for an input, without seconds. */
function localMinute(atMs: number): string {
  const offsetMs = new Date(atMs).getTimezoneOffset() * 60_000
  return new Date(atMs - offsetMs).toISOString().slice(0, 16)
}

/** The text of a poll's message, for clients without polls and for previews. */
function pollText({ question, options }: { question: string; options: readonly string[] }): string {
  return [`📊 ${question}`, ...options.map((option) => `• ${option}`)].join('\n')
}
