import { useEffect, useRef, useState } from 'react'
import { useLingui } from '@lingui/react'
import { IconUsers } from '@tabler/icons-react'
import type { NewTogetherItem, TogetherSession } from '#contract/together.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { Button } from '#web/ui/Button.tsx'
import { focusIfLost } from '#web/ui/focus/focus-around.ts'
import { ItemPicker } from './ItemPicker.tsx'
import { useOpenSession } from './open-session.store.ts'
import { Room } from './Room.tsx'
import { joinText } from './together.messages.ts'
import { join, startOrAdd, watchClock } from './together.store.ts'
import { useSeconds } from './use-seconds.ts'
import './Together.css'
// Imported after the rules that it overrides.
import './TogetherSizes.css'

export type TogetherProps = { chatId: string; to: string | null; isStarting: boolean; onStarted: () => void }

/** A session that runs or is being started. */
export function OpenTogether({ chatId, to, isStarting, onStarted, session }: TogetherProps & { session: TogetherSession | null }) {
  const isPlaying = useOpenSession((open) => open.chatId === chatId)
  const [laterId, setLaterId] = useState<string | null>(null)
  const me = useMyUid()
  const isRunning = session !== null
  useEffect(() => (isRunning ? watchClock() : undefined), [isRunning])
  const choose = (item: NewTogetherItem | null) => {
    onStarted()
    if (item) startOrAdd(chatId, item)
  }
  const isIn = session !== null && isPlaying && session.members.some(({ uid }) => uid === me)
  const shown = isIn ? 'room' : session && laterId !== session.id ? 'invitation' : 'nothing'
  // Entering, leaving, and the end of a session that was left replace the pressed button; an invitation doesn't take the focus.
  const before = useRef(shown)
  useEffect(() => {
    const isNew = before.current === 'nothing' && shown === 'invitation'
    if (before.current === shown) return
    before.current = shown
    if (!isNew) focusIfLost(document.querySelector<HTMLElement>('section.wl-together') ?? document.getElementById('main'))
  }, [shown])
  return (
    <>
      {isIn && me !== null && <Room session={session} me={me} to={to} />}
      {session && shown === 'invitation' && <Invitation session={session} onLater={() => setLaterId(session.id)} />}
      {isStarting && <ItemPicker to={to} onChoose={choose} />}
    </>
  )
}

/** A session that does not play here: who is in, what plays, and the press that joins. */
function Invitation({ session, onLater }: { session: TogetherSession; onLater: () => void }) {
  const { i18n } = useLingui()
  const { current, members } = session
  const seconds = useSeconds(session)
  return (
    <section className="wl-together" tabIndex={-1} aria-label={i18n._({ id: 'together.name', message: 'Listening together' })}>
      <div className="wl-together-row">
        <IconUsers size={20} stroke={1.8} aria-hidden />
        <div className="wl-together-text">
          <strong className="wl-line" dir="auto">
            {current?.title ?? i18n._({ id: 'together.nothing', message: 'Nothing is playing' })}
          </strong>
          <span className="wl-line wl-muted wl-small">{members.map(({ name }) => name).join(', ')}</span>
        </div>
        <Button variant="subtle" onClick={onLater}>
          {i18n._({ id: 'together.later', message: 'Later' })}
        </Button>
        <Button onClick={() => void join(session)}>{joinText(i18n, session, seconds)}</Button>
      </div>
    </section>
  )
}
