import { lazy, Suspense, useEffect, useState } from 'react'
import { onNoticesWanted } from '#web/platform/notices.ts'

const NoticeView = lazy(async () => ({ default: (await import('./NoticeView.tsx')).NoticeView }))

/** Where notices appear; empty, and without their library, until the first one. */
export function NoticeOutlet() {
  const [isWanted, setIsWanted] = useState(false)
  useEffect(() => onNoticesWanted(() => setIsWanted(true)), [])
  return isWanted ? (
    <Suspense>
      <NoticeView />
    </Suspense>
  ) : null
}
