import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useRequestCount } from '#web/features/connections/requests.ts'
import { Doors } from '../palette/GlobalOverlays.tsx'
import { AppBadge } from './AppBadge.ts'
import { OfflineBar } from './OfflineBar.tsx'
import { Rail } from './Rail.tsx'
import { SkipLink } from './SkipLink.tsx'
import { TabBar } from './TabBar.tsx'
import { TopBar } from './TopBar.tsx'
import './AppFrame.css'

/** The frame of signed-in people: rail and top bar, or top bar and tabs on small screens. */
export function AppFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  useRequestCount()
  return (
    <div className="wl-frame">
      <SkipLink />
      <Rail />
      <TopBar />
      <main id="main" tabIndex={-1} className="wl-main" data-whole={pathname.startsWith('/chat') || undefined}>
        <OfflineBar />
        {children}
      </main>
      <TabBar />
      <Doors />
      <AppBadge />
    </div>
  )
}
