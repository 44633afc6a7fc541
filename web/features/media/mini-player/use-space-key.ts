import { useEffect, useEffectEvent } from 'react'

/** Space plays and pauses while nothing else has the focus. */
export function useSpaceKey(toggle: () => void): void {
  const press = useEffectEvent(toggle)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isPlain = event.key === ' ' && !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey && !event.repeat
      if (!isPlain || event.defaultPrevented || !isNothingFocused()) return
      event.preventDefault()
      press()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

/** After a navigation the focus is on the page itself, which does nothing with keys. */
function isNothingFocused(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.id === 'main'
}
