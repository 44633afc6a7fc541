import { cloneElement, Suspense, useState } from 'react'
import { lazyComponent } from '#web/platform/lazy-component.ts'
import type { PopoverButtonProps } from './OpenedPopover.tsx'

const OpenedPopover = lazyComponent(async () => (await import('./OpenedPopover.tsx')).OpenedPopover)

/** A button that opens a popover. The popover's code loads with the first press: lists show many of these, and most are never pressed. */
export function PopoverButton(props: PopoverButtonProps) {
  const { button, isOpen, onChange } = props
  const [wasOpened, setOpened] = useState(isOpen)
  const prepare = () => void OpenedPopover.load()
  const waiting = cloneElement(button, {
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: () => {
      // A fallback would be another button, without the focus. Rendering the popover reports a failed load.
      void OpenedPopover.load().then(() => setOpened(true))
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
