import { useEffect, useState } from 'react'
import type { TogetherSession } from '#contract/together.ts'
import { secondsOf } from './together.store.ts'

/** The whole seconds of the session's position, once a second. */
export function useSeconds(session: TogetherSession): number {
  const [, setReads] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setReads((count) => count + 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.floor(secondsOf(session))
}
