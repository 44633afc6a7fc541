import { useEffect, useId, useState, type ComponentProps, type ReactElement } from 'react'
import { Menu } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { Link } from 'react-router'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import '../overlays.css'

export type MenuEntry = {
  icon: Icon
  label: string
  /** What it does, or the path of ours that it leads to. */
  act: (() => void) | string
  /** What takes something away, or is said against somebody. */
  isBad?: boolean
}

export type MenuButtonProps = {
  /** The element of a button; it gets what the button of a menu needs besides. */
  button: ReactElement<ComponentProps<'button'>>
  entries: () => readonly MenuEntry[]
  onChange?: (isOpen: boolean) => void
}

/** The menu of a button that was pressed before its code was there: it opens as soon as it is drawn. */
export function OpenedMenu({ button, entries, onChange }: MenuButtonProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const change = (open: boolean) => {
    setOpen(open)
    onChange?.(open)
  }
  useEffect(() => {
    // The button that was pressed has given way to this one, and with it went the focus that the menu gives back.
    document.getElementById(id)?.focus({ preventScroll: true })
    change(true)
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it is drawn
  }, [])
  return (
    <Menu id={id} opened={isOpen} onChange={change} position="bottom-end" withinPortal>
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
  const look = { leftSection: <EntryIcon size={18} stroke={1.8} aria-hidden />, ...(isBad && { color: 'bad' }) }
  return typeof act === 'string' ? (
    <Menu.Item component={Link} to={act} {...look}>
      {label}
    </Menu.Item>
  ) : (
    <Menu.Item onClick={act} {...look}>
      {label}
    </Menu.Item>
  )
}
