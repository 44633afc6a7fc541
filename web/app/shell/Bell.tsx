import { useLingui } from '@lingui/react'
import { IconBell } from '@tabler/icons-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useConnectionsStore } from '#web/features/connections/connections.store.ts'
import { useNotificationsStore } from '#web/features/notifications/notifications.store.ts'
import { lazyPart } from '#web/platform/lazy-part.ts'
import { Badge } from './NavBadge.tsx'
import './Bell.css'

const BellPanel = lazyPart(async () => (await import('./BellPanel.tsx')).BellPanel)

/** The bell with the number of waiting requests and of what else is new; it opens the list of both. */
export function Bell() {
  const { i18n } = useLingui()
  const requests = useConnectionsStore((state) => state.connectionRequestsCount)
  const unread = useNotificationsStore((state) => state.unread)
  const count = requests + unread
  const { isOpen, toggle, close, area } = useDisclosure()
  return (
    <div className="wl-bell" ref={area}>
      <button type="button" className="wl-icon-button" aria-expanded={isOpen} onClick={toggle}>
        <IconBell size={20} stroke={1.8} aria-hidden />
        <span className="wl-hidden">{i18n._({ id: 'bell.label', message: 'Notifications' })}</span>
        {count > 0 && (
          <Badge
            floating
            count={count}
            label={i18n._({ id: 'bell.count', message: '{count, plural, one {# new} other {# new}}', values: { count } })}
          />
        )}
      </button>
      {isOpen && (
        <Suspense>
          <BellPanel onClose={close} />
        </Suspense>
      )}
    </div>
  )
}

/** Open until Escape, a click elsewhere, or a navigation. */
function useDisclosure() {
  const { key } = useLocation()
  // Where it was opened: anywhere else it is closed.
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const area = useRef<HTMLDivElement>(null)
  const isOpen = openedAt === key
  useEffect(() => {
    if (!isOpen) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpenedAt(null)
      area.current?.querySelector('button')?.focus()
    }
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !area.current?.contains(event.target)) setOpenedAt(null)
    }
    addEventListener('keydown', onKey)
    addEventListener('pointerdown', onPress)
    return () => {
      removeEventListener('keydown', onKey)
      removeEventListener('pointerdown', onPress)
    }
  }, [isOpen])
  return { isOpen, toggle: () => setOpenedAt(isOpen ? null : key), close: () => setOpenedAt(null), area }
}
