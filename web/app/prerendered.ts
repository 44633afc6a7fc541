/* The prerendered landing page for signed-out visitors (web/app/prerender.tsx). It has working links; the app renders hidden beside it
   and then replaces it. */

const prerenderedElement = () => document.getElementById('prerendered')
const focusable = 'a[href], button, select'

/** Whether a prerendered page exists and suits the visitor; `web/app/appearance.js` marks an unsuitable one. */
export function isPrerendered(): boolean {
  return prerenderedElement() !== null && document.documentElement.dataset['prerendered'] !== 'unfit'
}

/**
 * Replaces the prerendered page with the app, but never during a press: a press that ends on another element is not a click. Transfers the
 * focus and the chosen language.
 */
export function replacePrerendered(): void {
  const picture = prerenderedElement()
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
    // The click event follows its release event.
    setTimeout(work)
  }
  for (const release of releases) addEventListener(release, finish, true)
}
