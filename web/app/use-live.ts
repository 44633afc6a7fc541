import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { returnPath } from '#contract/base/return-path.ts'
import { authStatusOf, useAuthStore } from '#web/features/identity/auth.store.ts'
import { logger } from '#web/platform/log.ts'

const log = logger('live')

/** Runs the live features while the same user is signed in and has a profile. Their code loads after the first page. */
export function useLive(): void {
  const navigate = useNavigate()
  const person = useAuthStore((state) =>
    authStatusOf(state) === 'ready' && !state.isSuspended && !state.mustAcceptTerms ? state.uid : null,
  )
  useEffect(() => {
    if (person === null) return undefined
    let isOver = false
    let stop: (() => void) | null = null
    const begin = async () => {
      const { startLive } = await import('./live.ts')
      // Paths come from pushes and notices.
      const open = (path: string) => void navigate(returnPath(path) ?? '/notifications')
      if (!isOver) stop = startLive({ me: person, open })
    }
    // Pages work without it and load on demand; the next full load retries.
    begin().catch((error: unknown) => log.error('live features failed to start', { why: String(error) }))
    return () => {
      isOver = true
      stop?.()
    }
    // `navigate` changes with every address; live features must not restart for that, and an absolute path needs no location.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps
  }, [person])
}
