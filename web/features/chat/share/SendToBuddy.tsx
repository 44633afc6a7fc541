import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { IconUsers } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import type { MessageType } from '#contract/chat/chat.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { NewTogetherItem } from '#contract/together.ts'
import { profileCalls, type Profile } from '#contract/profiles.ts'
import { visibleText } from '#contract/base/text.ts'
import { useChat, useChatState } from '../runtime/current-chat.ts'
import { ReplyInput } from '../composer/ReplyInput.tsx'
import { shortName } from '#web/ui/text/short-name.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { writeStored, readStored } from '#web/platform/storage/browser-storage.ts'
import { importWithRetry } from '#web/platform/lazy-component.ts'
import { notify } from '#web/platform/notices.ts'
import { useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { BuddyPicker } from '#web/features/discover/BuddyPicker.tsx'
import type { SentTarget } from '#web/features/discover/use-buddies.ts'
import { useSendTo } from './use-send-to.ts'
import './SendToBuddy.css'
import { limits } from '#contract/limits.ts'

/** An item to send with an optional text. */
export type Sendable = {
  /** Storage key in this tab, for the draft and its receiver. */
  storageKey: string
  target: SentTarget
  type: MessageType
  referenceItem: string[]
  /** The message without a text; null if a text is required. */
  withoutText: { type: MessageType; content: string } | null
  /** "Who gets this video?" */
  question: string
  placeholder: (name: string) => string
  /** A track or video can be played together with the receiver at once. */
  together?: NewTogetherItem | null
  /** Shown if the receiver is not a buddy. */
  notBuddies: (name: string) => string
}

export type SendToBuddyProps = {
  item: Sendable
  /** Route parameters of the page: they may name the receiver. */
  params: ReceiverContext['params']
  onSent?: () => void
}

/** Selects the receiver, takes a text, and sends both to their chat. */
export function SendToBuddy(props: SendToBuddyProps) {
  const me = useMyUid()
  return me === null ? null : <SendForm key={me} me={me} {...props} />
}

/** Two users may share a tab: a draft is never shown to another user. */
const draftKeyOf = ({ storageKey }: Sendable, me: Uid): string => `${storageKey}.${me}`

function SendForm({ item, params, me, onSent }: SendToBuddyProps & { me: Uid }) {
  const { i18n } = useLingui()
  const { here, to, pick, saveDraft, unpin } = useRecipient(me, params, `${draftKeyOf(item, me)}.to`)
  const [isPicking, setPicking] = useState(false)
  const person = useCall(profileCalls.getProfile, { params: { uid: to ?? '' } }, { enabled: to !== null })
  if (to === null || isPicking) {
    return (
      <div className="wl-video-reply">
        <BuddyPicker
          sent={item.target}
          title={item.question}
          choice={{
            kind: 'one',
            onPick: (uid) => {
              setPicking(false)
              pick(uid)
            },
          }}
          empty={i18n._({ id: 'reply.no-buddies', message: 'You can only send this to buddies, and you don’t have any yet.' })}
          {...(to === null ? {} : { onCancel: () => setPicking(false) })}
        />
      </div>
    )
  }
  if (person.error) return <ReceiverError onPick={() => setPicking(true)} onRetry={() => void person.refetch()} />
  if (!person.data) return <p className="wl-video-reply wl-muted">{i18n._({ id: 'reply.loading', message: 'Finding the recipient' })}</p>
  return (
    <div className="wl-video-reply">
      <To person={person.data} onPick={() => setPicking(true)} />
      {here !== null && here !== to && <OtherReceiver uid={here} onTake={() => pick(here)} />}
      {person.data.relation === 'connected' ? (
        <Field
          me={me}
          item={item}
          person={person.data}
          onDraft={(text) => saveDraft(to, text)}
          onSent={() => {
            unpin()
            onSent?.()
          }}
        />
      ) : (
        <p className="wl-muted wl-small">
          {item.notBuddies(shortName(person.data))}{' '}
          <Link to={`/view-connection/${to}`} className="wl-link">
            {i18n._({ id: 'chat.closed.look', message: 'View connection' })}
          </Link>
        </p>
      )}
    </div>
  )
}

/**
 * The receiver of the reply. A picked receiver, or one with a draft, stays until it is sent, on every page and after a reload;
 * otherwise the page decides.
 */
function useRecipient(me: Uid, params: ReceiverContext['params'], storageKey: string) {
  const chatWith = useChatState(({ activeChat, conversations }) => {
    const person = activeChat === null ? undefined : conversations[activeChat]?.person
    // Neither a group nor a deleted account has a user name.
    return person?.user_name ? person.uid : null
  })
  const here = recipientOf({ params, chatWith, me })
  const [pinned, setPinned] = useState(() => loadPinned(storageKey))
  const set = (next: Pinned | null) => {
    setPinned(next)
    writeStored(storageKey, next && `${next.why} ${next.uid}`, 'tab')
  }
  return {
    here,
    to: pinned?.uid ?? here,
    pick: (uid: Uid) => set({ why: 'picked', uid }),
    /** Saves the text for `uid`. */
    saveDraft(uid: Uid, text: string) {
      if (visibleText(text) !== '') set(pinned ?? { why: 'draft', uid })
      else if (pinned?.why === 'draft') set(null)
    },
    unpin: () => set(null),
  }
}

type Pinned = { why: 'picked' | 'draft'; uid: Uid }

function loadPinned(storageKey: string): Pinned | null {
  const [why, uid] = readStored(storageKey, 'tab')?.split(' ') ?? []
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

/** Shown when the page changed while a draft exists: the draft keeps its receiver. */
function OtherReceiver({ uid, onTake }: { uid: Uid; onTake: () => void }) {
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

type FieldProps = { me: Uid; item: Sendable; person: Profile; onDraft: (text: string) => void; onSent: () => void }

function Field({ me, item, person, onDraft, onSent }: FieldProps) {
  const { i18n } = useLingui()
  const chat = useChat()
  const navigate = useNavigate()
  const send = useSendTo(person)

  function handleSend(content: string): boolean {
    const sent = visibleText(content) === '' && item.withoutText ? item.withoutText : { type: item.type, content }
    const referenceItem = sent.type === 'link' ? [] : item.referenceItem
    const isQueued = send?.({ ...sent, referenceItem }) ?? false
    if (isQueued) onSent()
    return isQueued
  }

  async function startTogether(playable: NewTogetherItem): Promise<void> {
    try {
      const [{ startOrAdd }, chatId] = await Promise.all([
        importWithRetry(() => import('#web/features/together/together.store.ts')),
        chat?.openWith(person.uid),
      ])
      if (chatId === undefined) return
      startOrAdd(chatId, playable)
      onSent()
      await navigate(`/chat/${chatId}`)
    } catch {
      notify('error', i18n._({ id: 'together.start-failed', message: 'The session couldn’t be started. Please try again.' }))
    }
  }

  const { together } = item
  return (
    <>
      <ReplyInput
        name={person.name}
        placeholder={item.placeholder(shortName(person))}
        draftKey={draftKeyOf(item, me)}
        allowsEmpty={item.withoutText !== null}
        onSend={handleSend}
        onChange={onDraft}
        {...(item.withoutText === null ? { search: { to: person.uid } } : {})}
      />
      {together && (
        <Button
          variant="default"
          leftSection={<IconUsers size={18} stroke={1.8} aria-hidden />}
          onClick={() => void startTogether(together)}
        >
          {together.side === 'video'
            ? i18n._({ id: 'together.with.watch', message: 'Watch together with {name}', values: { name: shortName(person) } })
            : i18n._({ id: 'together.with', message: 'Listen together with {name}', values: { name: shortName(person) } })}
        </Button>
      )}
    </>
  )
}

function ReceiverError({ onPick, onRetry }: { onPick: () => void; onRetry: () => void }) {
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

export type ReceiverContext = {
  /** Route parameters. */
  params: Readonly<Record<string, string | undefined>>
  /** The other user of the open chat; null in a group. */
  chatWith: Uid | null
  me: Uid
}

/**
 * The receiver of a reply in the channel preview: the user of the page (`uid`, else `user_id`), else the other user of the open chat,
 * else null (to be picked). Never the user themselves.
 */
export function recipientOf({ params, chatWith, me }: ReceiverContext): Uid | null {
  return [idIn(params['uid']), idIn(params['user_id']), chatWith].find((uid) => uid !== undefined && uid !== null && uid !== me) ?? null
}

/** A user name in the address is replaced by the id as soon as it is found. */
const idIn = (person: string | undefined): string | undefined =>
  person !== undefined && limits.userName.pattern.test(person.toLowerCase()) ? undefined : person
