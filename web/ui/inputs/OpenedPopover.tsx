import { cloneElement, useEffect, useLayoutEffect, useRef, useState, type ComponentProps, type ReactElement, type ReactNode } from 'react'
import { Popover } from './Popover.ts'

export type PopoverButtonProps = {
  /** The button element; it receives the popover's ARIA attributes. */
  button: ReactElement<ComponentProps<'button'>>
  isOpen: boolean
  onChange: (isOpen: boolean) => void
  position: 'top' | 'top-start'
  children: ReactNode
}

/** The popover of a pressed button whose code has just loaded: it opens after its first render. */
export function OpenedPopover({ button, isOpen, onChange, position, children }: PopoverButtonProps) {
  const target = useRef<HTMLButtonElement>(null)
  const [isReady, setReady] = useState(false)
  // This button replaces the pressed one, which had the focus. The focus returns to the element that had it when the popover opened.
  useLayoutEffect(() => target.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    const frame = requestAnimationFrame(() => setReady(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <Popover
      opened={isOpen && isReady}
      onChange={onChange}
      position={position}
      // When a phone turns, the other side may have the room. If none has, the popover covers its button.
      preventPositionChangeWhenVisible={false}
      middlewares={{ shift: { crossAxis: true } }}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>{cloneElement(button, { ref: target, onClick: () => onChange(!isOpen) })}</Popover.Target>
      <Popover.Dropdown>{children}</Popover.Dropdown>
    </Popover>
  )
}
