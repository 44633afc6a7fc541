/* Whoever takes a card away is at it with the focus, which must not go with it. */

/** So long it may take until the card is gone, and with it the menu and the layer that it was taken away from. */
const MAX_FRAMES = 120

/**
 * Puts the focus, once the card of that moment is gone, on the one after it, else on the one before, else on the heading of the
 * page. Call it before the card goes.
 */
export function focusAfterMoment(id: string): void {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-moment]')].map((card) => card.dataset['moment'])
  const at = cards.indexOf(id)
  const near = at < 0 ? [] : [...cards.slice(at + 1), ...cards.slice(0, at).toReversed()]
  const find = (wanted = '') => document.querySelector<HTMLElement>(`[data-moment="${CSS.escape(wanted)}"] > article`)
  focusWhen(
    () => find(id) === null && document.querySelector('.wl-layer, [role="menu"]') === null,
    () => near.map(find).find((card) => card !== null) ?? heading(),
  )
}

/** The same for one of a list of things, its neighbours, and what stands below them. */
export function focusAfterRow(row: HTMLElement, below: () => HTMLElement | null): void {
  const near = [row.nextElementSibling, row.previousElementSibling]
  focusWhen(
    () => !row.isConnected,
    () => near.find((one): one is HTMLElement => one instanceof HTMLElement && one.isConnected) ?? below(),
  )
}

/** Moves the focus as soon as it may, unless somebody has put it somewhere else meanwhile. */
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
