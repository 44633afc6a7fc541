import { Suspense, useState } from 'react'
import { useLingui } from '@lingui/react'
import { IconPlayerPlay } from '@tabler/icons-react'
import { readAtReference, type AtReference } from '#contract/together.ts'
import { LazyConfirmDialog } from '#web/features/connections/lazy-dialogs.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { play } from '#web/features/media/items/play.ts'
import { clockTime } from '#web/ui/text/clock-time.ts'
import { useOpenSession } from './open-session.store.ts'
import { playableOfItem } from './playable-of-item.ts'
import { sendCommand, useTogether } from './together.store.ts'
import './AtSecond.css'

/** The second at which a message was written during a session; a click jumps there. */
export function AtSecond({ reference }: { reference: string }) {
  const parsed = readAtReference(reference)
  return parsed && <AtButton reference={parsed} />
}

function AtButton({ reference }: { reference: AtReference }) {
  const { i18n } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const me = useMyUid()
  const chatId = useOpenSession((open) => open.chatId)
  const session = useTogether(({ sessions }) => (chatId === null ? null : (sessions[chatId] ?? null)))
  const time = clockTime(reference.second)
  const { current } = session ?? {}
  const isShared =
    current !== null &&
    current !== undefined &&
    ((reference.youtube_id !== null && current.youtube_id === reference.youtube_id) ||
      (reference.spotify_id !== null && current.spotify_id === reference.spotify_id))
  const isAllowed = session?.control === 'all' || session?.members.find(({ uid }) => uid === me)?.role !== 'guest'
  const seek = () => session && sendCommand(session.chat_id, { kind: 'seek', position_ms: reference.second * 1_000 })
  const jump = () => {
    if (isShared && session) return session.members.length > 1 ? setAsking(true) : seek()
    const playable = playableOfItem(reference, reference.second)
    if (playable) play(playable)
  }
  return (
    <>
      <button type="button" className="wl-at-second" data-side={reference.side} disabled={isShared && !isAllowed} onClick={jump}>
        <IconPlayerPlay size={14} stroke={1.8} aria-hidden />
        {i18n._({ id: 'together.at', message: 'at {time}', values: { time } })}
      </button>
      {isAsking && (
        <Suspense>
          <LazyConfirmDialog
            title={i18n._({ id: 'together.jump', message: 'Jump to {time} for everyone?', values: { time } })}
            confirm={i18n._({ id: 'together.jump.confirm', message: 'Jump' })}
            onConfirm={() => void seek()}
            onClose={() => setAsking(false)}
          >
            {i18n._({ id: 'together.jump.what', message: 'Everyone in the session hears this part next.' })}
          </LazyConfirmDialog>
        </Suspense>
      )}
    </>
  )
}
