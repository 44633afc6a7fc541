import { useEffect, type RefObject } from 'react'

/**
 * Keeps the keyboard focus in a card when the focused control is removed: a form opens in its place, or its row is gone. The focus
 * goes to the first field or button of what is new, else to the card's heading. Otherwise it would move to the top of the page.
 */
export function useKeptFocus(card: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = card.current
    if (!box) return undefined
    let focused: Element | null = null
    const handleFocus = ({ target }: FocusEvent) => void (focused = target instanceof Element ? target : null)
    const observer = new MutationObserver((changes) => {
      if (!focused || focused.isConnected || document.activeElement !== document.body) return
      focused = null
      const added = changes
        .flatMap(({ addedNodes }) => [...addedNodes])
        .filter((node): node is HTMLElement => node instanceof HTMLElement && node.isConnected)
      const find = (selector: string) =>
        added.map((node) => (node.matches(selector) ? node : node.querySelector<HTMLElement>(selector))).find((found) => found !== null)
      const next = find('input, select, textarea') ?? find('button, a') ?? box.querySelector('h2')
      next?.focus({ preventScroll: true })
    })
    box.addEventListener('focusin', handleFocus)
    observer.observe(box, { childList: true, subtree: true })
    return () => {
      box.removeEventListener('focusin', handleFocus)
      observer.disconnect()
    }
  }, [card])
}
