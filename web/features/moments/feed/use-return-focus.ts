import { useEffect, useState } from 'react'

/** Gives the focus back, when this goes, to what had it when this came; where that is gone, to the card of the moment. */
export function useReturnFocus(momentId: string): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const card = document.querySelector<HTMLElement>(`[data-moment="${CSS.escape(momentId)}"] > article`)
      const had = before instanceof HTMLElement && before.isConnected && before !== document.body ? before : card
      had?.focus({ preventScroll: true })
    },
    [before, momentId],
  )
}
