import { useEffect } from 'react'
import { useLingui } from '@lingui/react'
import { IconChartBar, IconCheck } from '@tabler/icons-react'
import { type Poll, pollCalls, type PollOption } from '#contract/chat/polls.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { callApi } from '#web/platform/api-client.ts'
import { lazyPart } from '#web/platform/lazy-component.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useNow } from '#web/ui/text/use-now.ts'
import { timeOfDay, dayText } from '../engine/times.ts'
import { useChatCommand } from '../use-chat-command.ts'
import { reloadPoll, savePoll, usePoll } from './use-poll.ts'
import './polls.css'

const PollVoters = lazyPart(async () => (await import('./PollVoters.tsx')).PollVoters)

const MAX_FACES = 3

/** A poll as a message: its options are buttons until it ends. @param text what clients without polls show */
export function PollCard({ pollId, text }: { pollId: string; text: string }) {
  const poll = usePoll(pollId)
  if (poll.data) return <ShownPoll poll={poll.data} />
  if (poll.isPending) return <Skeleton shape="block" height={160} />
  return (
    <p className="wl-message-text" dir="auto">
      {text}
    </p>
  )
}

function ShownPoll({ poll }: { poll: Poll }) {
  const { i18n } = useLingui()
  const me = useMyUid()
  const nowMs = useNow()
  const { isBusy, run } = useChatCommand()
  const { question, options, takes_several: takesSeveral } = poll
  const closesAtMs = Date.parse(poll.closes_at)
  // The clock here may differ from the server's, so the server says whether the poll has ended.
  const isOpen = !poll.is_closed
  useEffect(() => {
    if (isOpen && closesAtMs <= nowMs) reloadPoll(poll.id)
  }, [isOpen, closesAtMs, nowMs, poll.id])
  const voters = new Set(options.flatMap(({ voters: of }) => of.map(({ uid }) => uid))).size
  const chosen = options.flatMap((option, index) => (isChosenBy(option, me) ? [index] : []))

  const change = (call: () => Promise<Poll>) => void run(async () => savePoll(await call()))
  /** A second click withdraws the vote. */
  function toggle(number: number): void {
    const others = takesSeveral ? chosen.filter((index) => index !== number) : []
    const next = chosen.includes(number) ? others : [...others, number]
    change(() => callApi(pollCalls.vote, { params: { id: poll.id }, body: { options: next } }))
  }

  return (
    <section className="wl-poll" aria-label={i18n._({ id: 'poll.label', message: 'Poll: {question}', values: { question } })}>
      <p className="wl-poll-kind">
        <IconChartBar size={16} stroke={1.8} aria-hidden />
        {takesSeveral
          ? i18n._({ id: 'poll.several', message: 'Poll, several answers' })
          : i18n._({ id: 'poll.one', message: 'Poll, one answer' })}
      </p>
      <p className="wl-poll-question" dir="auto">
        {question}
      </p>
      <ul className="wl-poll-options">
        {options.map((option, index) => (
          // Options never change.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <Option
              option={option}
              isChosen={chosen.includes(index)}
              part={voters === 0 ? 0 : option.voters.length / voters}
              onPress={isOpen ? () => !isBusy && toggle(index) : null}
            />
          </li>
        ))}
      </ul>
      <div className="wl-poll-foot">
        <span>
          {isOpen
            ? i18n._({
                id: 'poll.ends',
                message: 'Ends: {day}, {time}',
                values: { day: dayText(closesAtMs, i18n.locale, nowMs), time: timeOfDay(closesAtMs, i18n.locale) },
              })
            : i18n._({ id: 'poll.ended', message: 'Final result' })}
        </span>
        <VotersButton poll={poll} count={voters} />
        {isOpen && poll.may_close && (
          <button
            type="button"
            className="wl-message-act"
            disabled={isBusy}
            onClick={() => change(() => callApi(pollCalls.closePoll, { params: { id: poll.id } }))}
          >
            {i18n._({ id: 'poll.close', message: 'End poll' })}
          </button>
        )}
      </div>
    </section>
  )
}

const isChosenBy = ({ voters }: PollOption, me: string | null): boolean => voters.some(({ uid }) => uid === me)

type OptionProps = { option: PollOption; isChosen: boolean; part: number; onPress: (() => void) | null }

/** An option with its share. After the end it is not a button. */
function Option({ option: { text, voters }, isChosen, part, onPress }: OptionProps) {
  const { i18n } = useLingui()
  const votes = i18n._({ id: 'poll.votes', message: '{count, plural, one {# vote} other {# votes}}', values: { count: voters.length } })
  const content = (
    <>
      <span className="wl-poll-bar" style={{ inlineSize: `${Math.round(part * 100)}%` }} aria-hidden />
      <span className="wl-poll-mark" aria-hidden>
        {isChosen && <IconCheck size={16} stroke={2.4} />}
      </span>
      <span className="wl-poll-text" dir="auto">
        {text}
      </span>
      <span className="wl-poll-faces" aria-hidden>
        {voters.slice(0, MAX_FACES).map((person) => (
          <Avatar key={person.uid} person={person} size={20} />
        ))}
      </span>
      <span className="wl-poll-count" aria-hidden>
        {voters.length}
      </span>
      <span className="wl-hidden">, {votes}</span>
    </>
  )
  if (onPress === null) return <div className="wl-poll-option">{content}</div>
  return (
    <button type="button" className="wl-poll-option" aria-pressed={isChosen} onClick={onPress}>
      {content}
    </button>
  )
}

function VotersButton({ poll, count }: { poll: Poll; count: number }) {
  const { i18n } = useLingui()
  const { isOpen, trigger, open, close } = useDialog()
  const text = i18n._({
    id: 'poll.voted',
    message: '{count, plural, =0 {Nobody has voted yet} one {# person voted} other {# people voted}}',
    values: { count },
  })
  if (count === 0) return <span>{text}</span>
  return (
    <>
      <button ref={trigger} type="button" className="wl-message-act" aria-haspopup="dialog" onClick={open}>
        {text}
      </button>
      {isOpen && <PollVoters poll={poll} onClose={close} />}
    </>
  )
}
