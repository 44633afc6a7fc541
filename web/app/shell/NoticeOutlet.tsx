import { type ComponentType, useEffect, useState } from 'react'
import { onFirstNotice } from '#web/platform/notices.ts'

/**
 * Renders notices. Their library loads at the first interaction: it does not slow down the first view and is loaded before the network can
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
    const interactions = ['pointerdown', 'keydown'] as const
    for (const interaction of interactions) window.addEventListener(interaction, load, { once: true, passive: true })
    const stopWaiting = onFirstNotice(load)
    return () => {
      stopWaiting()
      for (const interaction of interactions) window.removeEventListener(interaction, load)
    }
  }, [View])
  return View && <View />
}
