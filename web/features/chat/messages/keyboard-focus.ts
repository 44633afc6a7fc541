/** Focuses an element once React has rendered it. Returns the number of the frame that does. */
export function focusSoon(selector: string): number {
  return requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true }))
}

/** With the keyboard, moves the focus from an element that is about to be removed to a message. */
export function moveFocusToMessages(removed: string): void {
  if (document.querySelector(':focus-visible')?.closest(removed)) focusSoon('.wl-message[tabindex="0"]')
}
