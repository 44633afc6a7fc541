import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type RefObject } from 'react'
import { useWhenVisible } from '#web/ui/use-when-visible.ts'

const AHEAD = '300px'
/** What is further down loads after this time in any case, so that it is there when the user scrolls. */
const READY_AFTER_MS = 4_000

/** Whether the place is near the screen, or was. While what is above it loads, it may be near only for a moment, and does not count. */
export function useIsNear(place: RefObject<Element | null>): boolean {
  const client = useQueryClient()
  const [isNear, setIsNear] = useState(false)
  const isLoaded = useIsFetching() === 0
  useWhenVisible(place, () => client.isFetching() === 0 && setIsNear(true), isLoaded && !isNear, AHEAD)
  useEffect(() => {
    const timer = setTimeout(() => setIsNear(true), READY_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isNear
}
