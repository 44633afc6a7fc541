import { focusIfLost } from '#web/ui/focus/focus-around.ts'

/* Moves the focus to another card when a card or a form is gone. */

/** The number of frames to wait until the card, its menu and its layer are gone. */
const MAX_FRAMES = 120

/**
 * After a moment's card is gone, focuses the next card, else the previous one, else the page's heading.
 * Call it before the card is removed.
 */
export function focusAfterMomentRemoval(id: string): void {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-moment]')].map((card) => card.dataset['moment'])
  const index = cards.indexOf(id)
  const neighbors = index < 0 ? [] : [...cards.slice(index + 1), ...cards.slice(0, index).toReversed()]
  const find = (wanted = '') => document.querySelector<HTMLElement>(`[data-moment="${CSS.escape(wanted)}"] > article`)
  focusWhen(
    () => find(id) === null && document.querySelector('.wl-layer, [role="menu"]') === null,
    () => neighbors.map(find).find((card) => card !== null) ?? heading(),
  )
}

/** The same for a list row: its neighbors, or the element below the list. */
export function focusAfterRowRemoval(row: HTMLElement, below: () => HTMLElement | null): void {
  const neighbors = [row.nextElementSibling, row.previousElementSibling]
  focusWhen(
    () => !row.isConnected,
    () => neighbors.find((neighbor): neighbor is HTMLElement => neighbor instanceof HTMLElement && neighbor.isConnected) ?? below(),
  )
}

/** Focuses the card of a moment that was just posted, once it is in the feed: the form's button is gone. */
export function focusPosted(id: string): void {
  const find = () => document.querySelector<HTMLElement>(`[data-moment="${CSS.escape(id)}"] > article`)
  focusWhen(() => find() !== null, find)
}

/** Moves the focus once `isTime` returns true, unless the user has moved it. */
function focusWhen(isTime: () => boolean, place: () => HTMLElement | null, frames = MAX_FRAMES): void {
  if (isTime()) {
    focusIfLost(place())
  } else if (frames > 0) requestAnimationFrame(() => focusWhen(isTime, place, frames - 1))
}

function heading(): HTMLElement | null {
  const found = document.querySelector<HTMLElement>('main h1')
  if (found) found.tabIndex = -1
  return found
}
