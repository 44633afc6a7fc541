import { cloneElement, Suspense, useState } from 'react'
import { lazyComponent } from '#web/platform/lazy-component.ts'
import type { MenuButtonProps } from './OpenedMenu.tsx'

export type { MenuEntry } from './OpenedMenu.tsx'

const OpenedMenu = lazyComponent(async () => (await import('./OpenedMenu.tsx')).OpenedMenu)

/** A button that opens a menu. The menu's code loads with the first press: lists show many of these, and most are never pressed. */
export function MenuButton(props: MenuButtonProps) {
  const [isPressed, setPressed] = useState(false)
  const prepare = () => void OpenedMenu.load()
  const waiting = cloneElement(props.button, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: prepare,
    onFocus: prepare,
    // A fallback would be another button, without the focus. Rendering the menu reports a failed load.
    onClick: () => void OpenedMenu.load().then(() => setPressed(true)),
  })
  if (!isPressed) return waiting
  return (
    <Suspense fallback={waiting}>
      <OpenedMenu {...props} />
    </Suspense>
  )
}
