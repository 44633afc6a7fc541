import { useEffect, useId, useLayoutEffect, useState, type ComponentProps, type ReactElement } from 'react'
import { Menu } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { Link } from 'react-router'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import '../overlays.css'

export type MenuEntry = {
  icon: Icon
  label: string
  /** A function, or the path that the entry links to. */
  act: (() => void) | string
  /** A destructive action, or a report. */
  isBad?: boolean
}

export type MenuButtonProps = {
  /** The button element; it receives the menu's ARIA attributes. */
  button: ReactElement<ComponentProps<'button'>>
  entries: () => readonly MenuEntry[]
  onChange?: (isOpen: boolean) => void
}

/** The menu of a button whose code loads on the first press; so it opens with its first render. */
export function OpenedMenu({ button, entries, onChange }: MenuButtonProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const change = (open: boolean) => {
    setOpen(open)
    onChange?.(open)
  }
  // This button replaces the pressed one, which had the focus that the menu restores. No key may be pressed in between.
  useLayoutEffect(() => document.getElementById(id)?.focus({ preventScroll: true }), [id])
  useEffect(() => {
    change(true)
    // oxlint-disable-next-line react/exhaustive-deps -- only after the first render
  }, [])
  return (
    <Menu
      id={id}
      opened={isOpen}
      onChange={change}
      position="bottom-end"
      // When a phone turns, the other side may have the room.
      preventPositionChangeWhenVisible={false}
      // A menu that is higher than the screen scrolls.
      middlewares={{ size: { padding: 8 } }}
      withinPortal
      // Its placeholder for the focus is a child that a menu must not have.
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {entries().map((entry) => (
          <Entry key={entry.label} {...entry} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Entry({ icon: EntryIcon, label, act, isBad = false }: MenuEntry) {
  const style = { leftSection: <EntryIcon size={18} stroke={1.8} aria-hidden />, ...(isBad && { color: 'bad' }) }
  return typeof act === 'string' ? (
    <Menu.Item component={Link} to={act} {...style}>
      {label}
    </Menu.Item>
  ) : (
    <Menu.Item onClick={act} {...style}>
      {label}
    </Menu.Item>
  )
}
