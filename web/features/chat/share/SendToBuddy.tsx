import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { Link, useNavigate } from 'react-router'
import type { MessageType } from '#contract/chat.ts'
import type { Uid } from '#contract/base/ids.ts'
import { profileCalls, type Profile } from '#contract/profiles.ts'
import { visibleText } from '#contract/base/text.ts'
import { useChat, useChatState } from '../runtime/current-chat.ts'
import { ReplyInput } from '../composer/ReplyInput.tsx'
import { shortName } from '#web/ui/short-name.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { writeStored, readStored } from '#web/platform/browser-storage.ts'
import { notify } from '#web/platform/notices.ts'
import { useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { BuddyPicker } from './BuddyPicker.tsx'
import { recipientOf, type Surroundings } from './recipient.ts'
import './SendToBuddy.css'

/** Something that goes to somebody with a few words. */
export type SentThing = {
  /** What is written and whom it is for are kept under this name, while the tab lives. */
  keptAs: string
  type: MessageType
  referenceItem: string[]
  /** What is sent when nothing is said about it; null: something has to be said. */
  unspoken: { type: MessageType; content: string } | null
  /** "Who gets this video?" */
  whom: string
  placeholder: (name: string) => string
  /** What somebody who is no buddy yet is told. */
  onlyBuddies: (name: string) => string
}

export type SendThingProps = {
  thing: SentThing
  /** The parameters of the page on which this happens: they may name who gets it. */
  params: Surroundings['params']
  onSent?: () => void
}

/** Names who gets it, takes what is said about it, and sends both to the chat with them. */
export function SendThing(props: SendThingProps) {
  const me = useMyUid()
  return me === null ? null : <SendAs key={me} me={me} {...props} />
}

/** Two people may use a tab one after the other: what one has begun is never shown to the next. */
const ofPerson = ({ keptAs }: SentThing, me: Uid): string => `${keptAs}.${me}`

function SendAs({ thing, params, me, onSent }: SendThingProps & { me: Uid }) {
  const { i18n } = useLingui()
  const { here, to, pick, draft, release } = useRecipient(me, params, `${ofPerson(thing, me)}.to`)
  const [isPicking, setPicking] = useState(false)
  const person = useCall(profileCalls.getProfile, { params: { uid: to ?? '' } }, { enabled: to !== null })
  if (to === null || isPicking) {
    return (
      <BuddyPicker
        me={me}
        title={thing.whom}
        onPick={(uid) => {
          setPicking(false)
          pick(uid)
        }}
        {...(to === null ? {} : { onCancel: () => setPicking(false) })}
      />
    )
  }
  if (person.error) return <Unreachable onPick={() => setPicking(true)} onRetry={() => void person.refetch()} />
  if (!person.data) return <p className="wl-video-reply wl-muted">{i18n._({ id: 'reply.loading', message: 'Finding the recipient' })}</p>
  return (
    <div className="wl-video-reply">
      <To person={person.data} onPick={() => setPicking(true)} />
      {here !== null && here !== to && <ElsewhereNow uid={here} onTake={() => pick(here)} />}
      {person.data.relation === 'connected' ? (
        <Field
          me={me}
          thing={thing}
          person={person.data}
          onDraft={(text) => draft(to, text)}
          onSent={() => {
            release()
            onSent?.()
          }}
        />
      ) : (
        <p className="wl-muted wl-small">
          {thing.onlyBuddies(shortName(person.data))}{' '}
          <Link to={`/view-connection/${to}`} className="wl-link">
            {i18n._({ id: 'chat.closed.look', message: 'View connection' })}
          </Link>
        </p>
      )}
    </div>
  )
}

/**
 * Who gets the reply. Whoever was picked, or a draft was begun for, stays the one until it is sent, on every page and after a
 * reload; the page decides only while there is neither.
 */
function useRecipient(me: Uid, params: Surroundings['params'], keptAs: string) {
  const chatWith = useChatState(({ activeChat, conversations }) =>
    activeChat === null ? null : (conversations[activeChat]?.person.uid ?? null),
  )
  const here = recipientOf({ params, chatWith, me })
  const [pinned, setPinned] = useState(() => recallPinned(keptAs))
  const set = (next: Pinned | null) => {
    setPinned(next)
    writeStored(keptAs, next && `${next.why} ${next.uid}`, 'tab')
  }
  return {
    here,
    to: pinned?.uid ?? here,
    pick: (uid: Uid) => set({ why: 'picked', uid }),
    /** What is written for `uid` has changed. */
    draft(uid: Uid, text: string) {
      if (visibleText(text) !== '') set(pinned ?? { why: 'draft', uid })
      else if (pinned?.why === 'draft') set(null)
    },
    release: () => set(null),
  }
}

type Pinned = { why: 'picked' | 'draft'; uid: Uid }

function recallPinned(keptAs: string): Pinned | null {
  const [why, uid] = readStored(keptAs, 'tab')?.split(' ') ?? []
  return uid && (why === 'picked' || why === 'draft') ? { why, uid } : null
}

function To({ person, onPick }: { person: Profile; onPick: () => void }) {
  const { i18n } = useLingui()
  return (
    <p className="wl-video-reply-to">
      <span className="wl-line">{i18n._({ id: 'reply.to', message: 'To {name}', values: { name: person.name } })}</span>
      <button type="button" className="wl-link" onClick={onPick}>
        {i18n._({ id: 'reply.change', message: 'Change' })}
      </button>
    </p>
  )
}

/** The page has changed under a draft: it says so, and leaves the draft where it is. */
function ElsewhereNow({ uid, onTake }: { uid: Uid; onTake: () => void }) {
  const { i18n } = useLingui()
  const person = useCall(profileCalls.getProfile, { params: { uid } })
  if (!person.data) return null
  return (
    <p className="wl-video-reply-to wl-small wl-muted">
      <button type="button" className="wl-link" onClick={onTake}>
        {i18n._({ id: 'reply.take', message: 'Send it to {name} instead', values: { name: person.data.name } })}
      </button>
    </p>
  )
}

type FieldProps = { me: Uid; thing: SentThing; person: Profile; onDraft: (text: string) => void; onSent: () => void }

function Field({ me, thing, person, onDraft, onSent }: FieldProps) {
  const { i18n } = useLingui()
  const chat = useChat()
  const navigate = useNavigate()
  const known = useChatState(({ conversations }) => Object.values(conversations).find((one) => one.person.uid === person.uid)?.chatId)

  function handleSend(content: string): boolean {
    const said = visibleText(content) === '' && thing.unspoken ? thing.unspoken : { type: thing.type, content }
    const referenceItem = said.type === 'link' ? [] : thing.referenceItem
    const isTaken = chat?.write({ to: person.uid, chatId: known ?? null, ...said, referenceItem }) ?? false
    if (isTaken) {
      onSent()
      notify('positive', i18n._({ id: 'reply.sent', message: 'On its way to {name}.', values: { name: person.name } }), {
        action: {
          label: i18n._({ id: 'reply.sent.open', message: 'Open chat' }),
          run: () => void navigate(known ? `/chat/${known}` : `/chat?uid=${person.uid}`),
        },
      })
    }
    return isTaken
  }

  return (
    <ReplyInput
      name={person.name}
      placeholder={thing.placeholder(shortName(person))}
      draftKey={ofPerson(thing, me)}
      mayBeEmpty={thing.unspoken !== null}
      onSend={handleSend}
      onChange={onDraft}
    />
  )
}

function Unreachable({ onPick, onRetry }: { onPick: () => void; onRetry: () => void }) {
  const { i18n } = useLingui()
  return (
    <div className="wl-video-reply" role="alert">
      <p className="wl-muted wl-small">{i18n._({ id: 'reply.nobody', message: 'We couldn’t find a recipient.' })}</p>
      <p className="wl-video-reply-to">
        <Button variant="default" onClick={onRetry}>
          {i18n._({ id: 'state.retry', message: 'Try again' })}
        </Button>
        <Button variant="subtle" onClick={onPick}>
          {i18n._({ id: 'reply.pick', message: 'Choose someone' })}
        </Button>
      </p>
    </div>
  )
}
