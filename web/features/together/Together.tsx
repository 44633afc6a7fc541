import { useEffect, useState } from 'react'
import { lazyPart, usePreload } from '#web/platform/lazy-component.ts'
import type { TogetherProps } from './OpenTogether.tsx'
import { loadSession, useTogether } from './together.store.ts'

const OpenTogether = lazyPart(async () => (await import('./OpenTogether.tsx')).OpenTogether)

/** The shared session of a conversation, above its messages; nothing while there is none and none is being started. */
export function Together(props: TogetherProps) {
  const { chatId, isStarting } = props
  const session = useTogether((state) => state.sessions[chatId]) ?? null
  const [isOpened, setIsOpened] = useState(false)
  useEffect(() => void loadSession(chatId), [chatId])
  usePreload(OpenTogether)
  if (!isOpened && (session || isStarting)) setIsOpened(true)
  if (!isOpened) return null
  return <OpenTogether {...props} session={session} />
}
