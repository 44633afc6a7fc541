import { useEffect, useState } from 'react'

/** Returns the current time in milliseconds and updates it every `everyMs`, for texts such as "2 min ago". */
export function useNow(everyMs = 30_000): number {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return nowMs
}
