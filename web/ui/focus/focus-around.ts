/** Focuses what is around a pressed element that is about to disappear: its panel, its dialog, or the page. */
export function focusAround(pressed: Element): void {
  pressed.parentElement?.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
}

/** Focuses an element if the focus is nowhere, because the pressed button is gone. */
export function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement === null || document.activeElement === document.body) element?.focus({ preventScroll: true })
}

/** Focuses an element of the next list item, or of the previous one: the item of `button` is about to be removed. */
export function focusNeighbor(button: HTMLElement, selector: string): void {
  const entry = button.closest('li')
  const neighbor = entry?.nextElementSibling ?? entry?.previousElementSibling
  neighbor?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true })
}
