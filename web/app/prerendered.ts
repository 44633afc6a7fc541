/* The page that came drawn from the server, for strangers (web/app/prerender.tsx). It is a picture with working links:
   the app draws itself beside it, out of sight, and takes its place. */

const drawn = () => document.getElementById('prerendered')
const focusable = 'a[href], button, select'

/** Whether the page came drawn, for who is here: `public/appearance.js` knows whether it does not suit them. */
export function isPrerendered(): boolean {
  return drawn() !== null && document.documentElement.dataset['prerendered'] !== 'unfit'
}

/**
 * Shows the app in the place of the page that came drawn, once nobody presses anything there: a press that ends on another element
 * than it began on is no click. What had the focus there has it here, and the language that was chosen there is shown.
 */
export function replacePrerendered(): void {
  const picture = drawn()
  if (picture?.querySelector(':active')) afterPress(() => replace(picture))
  else if (picture) replace(picture)
}

function replace(picture: HTMLElement): void {
  const wasSeen = isPrerendered()
  const chosen = [...picture.querySelectorAll('option')].find((option) => option.selected && !option.defaultSelected)?.value
  const focused = [...picture.querySelectorAll(focusable)].findIndex((element) => element === document.activeElement)
  picture.remove()
  if (!wasSeen) return
  if (focused !== -1) document.querySelectorAll<HTMLElement>(`#root :is(${focusable})`)[focused]?.focus({ preventScroll: true })
  const select = document.querySelector<HTMLSelectElement>('#root select')
  if (chosen === undefined || !select) return
  select.value = chosen
  select.dispatchEvent(new Event('change', { bubbles: true }))
}

const releases = ['pointerup', 'pointercancel', 'keyup', 'blur'] as const

function afterPress(work: () => void): void {
  const finish = () => {
    for (const release of releases) removeEventListener(release, finish, true)
    // The click comes right behind its release.
    setTimeout(work)
  }
  for (const release of releases) addEventListener(release, finish, true)
}
