import { cloneElement, Suspense, useState } from 'react'
import { lazyComponent } from '#web/platform/lazy-component.ts'
import type { PopoverButtonProps } from './OpenedPopover.tsx'

const load = async () => (await import('./OpenedPopover.tsx')).OpenedPopover
const OpenedPopover = lazyComponent(load)

/** A button that opens a popover. The popover's code loads with the first press: lists show many of these, and most are never pressed. */
export function PopoverButton(props: PopoverButtonProps) {
  const { button, isOpen, onChange } = props
  const [wasOpened, setOpened] = useState(isOpen)
  // The popover component reports a failed load.
  const prepare = () => void load().catch(() => undefined)
  const waiting = cloneElement(button, {
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: () => {
      setOpened(true)
      onChange(true)
    },
  })
  if (!wasOpened) return waiting
  return (
    <Suspense fallback={waiting}>
      <OpenedPopover {...props} />
    </Suspense>
  )
}
