import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { Uid } from '#contract/ids.ts'
import { profileCalls, type Profile } from '#contract/profiles.ts'
import { useChat, useChatState } from '#web/features/chat/chat.current.ts'
import { ReplyInput } from '#web/features/chat/ReplyInput.tsx'
import { shortName } from '#web/features/connections/short-name.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import type { VideoChoice } from '#web/features/media/video-choice.store.ts'
import { keep, recall } from '#web/platform/local-memory.ts'
import { notify } from '#web/platform/notices.ts'
import { useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { BuddyPicker } from './BuddyPicker.tsx'
import { recipientOf } from './recipient.ts'
import './ReplyToVideo.css'

const DRAFT = 'video-reply'
const PINNED = 'video-reply-to'

/** The reply of the channel preview: names who gets it, takes what is said about the video, and sends both to the chat with them. */
export function ReplyToVideo({ video }: { video: VideoChoice }) {
  const me = useMyUid()
  return me === null ? null : <ReplyOf me={me} video={video} />
}

function ReplyOf({ video, me }: { video: VideoChoice; me: Uid }) {
  const { i18n } = useLingui()
  const { here, to, pick, draft, release } = useRecipient(me)
  const [isPicking, setPicking] = useState(false)
  const person = useCall(profileCalls.getProfile, { params: { uid: to ?? '' } }, { enabled: to !== null })
  if (to === null || isPicking) {
    return (
      <BuddyPicker
        me={me}
        onPick={(uid) => {
          setPicking(false)
          pick(uid)
        }}
        {...(to === null ? {} : { onCancel: () => setPicking(false) })}
      />
    )
  }
  if (person.error) return <Unreachable onPick={() => setPicking(true)} onRetry={() => void person.refetch()} />
  if (!person.data) return <p className="wl-video-reply wl-muted">{i18n._({ id: 'reply.loading', message: 'Looking who gets it' })}</p>
  return (
    <div className="wl-video-reply">
      <To person={person.data} onPick={() => setPicking(true)} />
      {here !== null && here !== to && <ElsewhereNow uid={here} onTake={() => pick(here)} />}
      {person.data.relation === 'connected' ? (
        <Field video={video} person={person.data} onDraft={(text) => draft(to, text)} onSent={release} />
      ) : (
        <p className="wl-muted wl-small">
          {i18n._({
            id: 'reply.not-buddies',
            message: 'You can send {name} a video once you are buddies.',
            values: { name: shortName(person.data) },
          })}{' '}
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
function useRecipient(me: Uid) {
  const { pathname } = useLocation()
  const chatWith = useChatState(({ activeChat, conversations }) =>
    activeChat === null ? null : (conversations[activeChat]?.person.uid ?? null),
  )
  const here = recipientOf({ pathname, chatWith, me })
  const [pinned, setPinned] = useState(recallPinned)
  const set = (next: Pinned | null) => {
    setPinned(next)
    keep(PINNED, next && `${next.why} ${next.uid}`, 'tab')
  }
  return {
    here,
    to: pinned?.uid ?? here,
    pick: (uid: Uid) => set({ why: 'picked', uid }),
    /** What is written for `uid` has changed. */
    draft(uid: Uid, text: string) {
      if (text.trim() !== '') set(pinned ?? { why: 'draft', uid })
      else if (pinned?.why === 'draft') set(null)
    },
    release: () => set(null),
  }
}

type Pinned = { why: 'picked' | 'draft'; uid: Uid }

function recallPinned(): Pinned | null {
  const [why, uid] = recall(PINNED, 'tab')?.split(' ') ?? []
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

type FieldProps = { video: VideoChoice; person: Profile; onDraft: (text: string) => void; onSent: () => void }

function Field({ video, person, onDraft, onSent }: FieldProps) {
  const { i18n } = useLingui()
  const chat = useChat()
  const navigate = useNavigate()
  const known = useChatState(({ conversations }) => Object.values(conversations).find((one) => one.person.uid === person.uid)?.chatId)

  function handleSend(content: string): boolean {
    const isTaken =
      chat?.write({ to: person.uid, chatId: known ?? null, content, type: 'youtube video', referenceItem: [video.videoId] }) ?? false
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
      placeholder={i18n._({ id: 'reply.placeholder', message: 'Reply to {name} with this video…', values: { name: shortName(person) } })}
      draftKey={DRAFT}
      onSend={handleSend}
      onChange={onDraft}
    />
  )
}

function Unreachable({ onPick, onRetry }: { onPick: () => void; onRetry: () => void }) {
  const { i18n } = useLingui()
  return (
    <div className="wl-video-reply" role="alert">
      <p className="wl-muted wl-small">{i18n._({ id: 'reply.nobody', message: 'We can’t tell who would get this.' })}</p>
      <p className="wl-video-reply-to">
        <Button variant="default" onClick={onRetry}>
          {i18n._({ id: 'state.retry', message: 'Try again' })}
        </Button>
        <Button variant="subtle" onClick={onPick}>
          {i18n._({ id: 'reply.pick', message: 'Pick somebody' })}
        </Button>
      </p>
    </div>
  )
}
