import { useEffect, useEffectEvent } from 'react'

/** Space plays and pauses while nothing that uses the key itself has the focus. */
export function useSpaceKey(toggle: () => void, isEnabled = true): void {
  const press = useEffectEvent(toggle)
  useEffect(() => {
    if (!isEnabled) return undefined
    const listen = (event: KeyboardEvent) => {
      const isPlain = event.key === ' ' && !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey && !event.repeat
      if (!isPlain || event.defaultPrevented || !isSpaceFree()) return
      event.preventDefault()
      press()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [isEnabled])
}

/** After a navigation the focus is on the page itself; after a click, often on a link. Neither does anything with Space. */
function isSpaceFree(): boolean {
  const { activeElement } = document
  if (activeElement === null || activeElement === document.body || activeElement.id === 'main') return true
  return activeElement instanceof HTMLAnchorElement && !activeElement.hasAttribute('role')
}
