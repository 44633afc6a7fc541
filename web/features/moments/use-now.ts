import { useEffect, useState } from 'react'

/** The time now, in milliseconds since 1970, moving on by itself: "4 min. ago" must not stay true for an hour. */
export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
