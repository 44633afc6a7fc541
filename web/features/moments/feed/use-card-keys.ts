import type { KeyboardEvent, RefObject } from 'react'
import type { WindowVirtualizerHandle } from 'virtua'
import type { Moment } from '#contract/moments.ts'

const STEPS: Record<string, 1 | -1> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }
/** Where letters and arrows are somebody's own. */
const TAKES_KEYS = 'input, textarea, select, [contenteditable], [role="menu"], [role="radiogroup"]'

/**
 * Keys of a feed, while the focus is in it: j and k (on a card itself also the arrows) go to the next and the last card,
 * Enter on a card opens it.
 */
export function useCardKeys(
  list: RefObject<WindowVirtualizerHandle | null>,
  moments: readonly Moment[],
  onOpen: ((moment: Moment) => void) | undefined,
): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    const target = event.target instanceof Element ? event.target : null
    const card = target?.closest('[data-moment]')
    if (!target || !card || target.closest(TAKES_KEYS) || event.ctrlKey || event.metaKey || event.altKey) return
    const at = moments.findIndex(({ id }) => id === card.getAttribute('data-moment'))
    const isOnCard = target.parentElement === card
    const moment = moments[at]
    if (event.key === 'Enter' && isOnCard && moment && onOpen) {
      event.preventDefault()
      onOpen(moment)
      return
    }
    const step = STEPS[event.key]
    const next = step && (isOnCard || !event.key.startsWith('Arrow')) ? moments[at + step] : undefined
    if (!next || step === undefined) return
    event.preventDefault()
    list.current?.scrollToIndex(at + step, { align: 'nearest' })
    focusCard(event.currentTarget, next.id)
  }
}

/** Puts the focus on a card, which may be drawn only with the next picture of the screen. */
function focusCard(feed: HTMLElement, id: string, again = true): void {
  const card = feed.querySelector<HTMLElement>(`[data-moment="${CSS.escape(id)}"] > article`)
  if (card) {
    card.focus({ preventScroll: true })
    card.scrollIntoView({ block: 'nearest' })
  } else if (again) {
    requestAnimationFrame(() => requestAnimationFrame(() => focusCard(feed, id, false)))
  }
}
