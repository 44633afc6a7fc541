import { cloneElement, Suspense, useState } from 'react'
import { lazyComponent } from '#web/platform/lazy-component.ts'
import type { MenuButtonProps } from './OpenedMenu.tsx'

export type { MenuEntry } from './OpenedMenu.tsx'

const load = async () => (await import('./OpenedMenu.tsx')).OpenedMenu
const OpenedMenu = lazyComponent(load)

/** A button that opens a menu. The menu's code loads with the first press: lists show many of these, and most are never pressed. */
export function MenuButton(props: MenuButtonProps) {
  const [isPressed, setPressed] = useState(false)
  // The menu component reports a failed load.
  const prepare = () => void load().catch(() => undefined)
  const waiting = cloneElement(props.button, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: () => setPressed(true),
  })
  if (!isPressed) return waiting
  return (
    <Suspense fallback={waiting}>
      <OpenedMenu {...props} />
    </Suspense>
  )
}
