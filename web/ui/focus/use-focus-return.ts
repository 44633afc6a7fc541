import { useEffect, useState } from 'react'
import { focusIfLost } from './focus-around.ts'

/** Returns the focus when a dialog is unmounted: Mantine does it only for one that stays mounted. */
export function useFocusReturn(): void {
  const [opener] = useState(findOpener)
  // The action of the dialog may have moved the focus.
  useEffect(() => () => void setTimeout(() => focusIfLost(opener)), [opener])
}

/** The focused element, or the button of the menu that it is in: the menu is about to close. */
function findOpener(): HTMLElement | null {
  const focused = document.activeElement
  const menu = focused?.closest('[role="menu"]')
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused
  return opener instanceof HTMLElement && opener !== document.body ? opener : null
}
