import { type ComponentType, useEffect, useState } from 'react'
import { onNoticesWanted } from '#web/platform/notices.ts'

/**
 * Renders notices. Their library loads at the first interaction: it does not slow down the first view and is there before the network can
 * fail. The next notice retries a failed load.
 */
export function NoticeOutlet() {
  const [View, setView] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (View) return
    const load = () => {
      import('./NoticeView.tsx').then(
        ({ NoticeView }) => setView(() => NoticeView),
        // Offline: notices stay queued, and the next one retries.
        () => undefined,
      )
    }
    const acts = ['pointerdown', 'keydown'] as const
    for (const act of acts) window.addEventListener(act, load, { once: true, passive: true })
    const stopWaiting = onNoticesWanted(load)
    return () => {
      stopWaiting()
      for (const act of acts) window.removeEventListener(act, load)
    }
  }, [View])
  return View && <View />
}
