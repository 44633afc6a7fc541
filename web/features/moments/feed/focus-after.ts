/* Moves the focus from a card that is being removed. */

/** The number of frames to wait until the card, its menu and its layer are gone. */
const MAX_FRAMES = 120

/**
 * After a moment's card is gone, focuses the next card, else the previous one, else the page's heading.
 * Call it before the card is removed.
 */
export function focusAfterMomentRemoval(id: string): void {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-moment]')].map((card) => card.dataset['moment'])
  const at = cards.indexOf(id)
  const near = at < 0 ? [] : [...cards.slice(at + 1), ...cards.slice(0, at).toReversed()]
  const find = (wanted = '') => document.querySelector<HTMLElement>(`[data-moment="${CSS.escape(wanted)}"] > article`)
  focusWhen(
    () => find(id) === null && document.querySelector('.wl-layer, [role="menu"]') === null,
    () => near.map(find).find((card) => card !== null) ?? heading(),
  )
}

/** The same for a list row: its neighbors, or the element below the list. */
export function focusAfterRowRemoval(row: HTMLElement, below: () => HTMLElement | null): void {
  const near = [row.nextElementSibling, row.previousElementSibling]
  focusWhen(
    () => !row.isConnected,
    () => near.find((one): one is HTMLElement => one instanceof HTMLElement && one.isConnected) ?? below(),
  )
}

/** Moves the focus once `isTime` returns true, unless the user has moved it. */
function focusWhen(isTime: () => boolean, place: () => HTMLElement | null, frames = MAX_FRAMES): void {
  if (isTime()) {
    if (document.activeElement === null || document.activeElement === document.body) place()?.focus({ preventScroll: true })
  } else if (frames > 0) requestAnimationFrame(() => focusWhen(isTime, place, frames - 1))
}

function heading(): HTMLElement | null {
  const found = document.querySelector<HTMLElement>('main h1')
  if (found) found.tabIndex = -1
  return found
}
