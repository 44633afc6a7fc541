import { useSyncExternalStore } from 'react'

const narrow = '(max-width: 599.98px)'

/** Whether the screen is a phone's: under the first breakpoint. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(narrow).matches)
}

function subscribe(listener: () => void): () => void {
  const media = matchMedia(narrow)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
