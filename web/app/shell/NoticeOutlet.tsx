import { type ComponentType, useEffect, useState } from 'react'
import { onNoticesWanted } from '#web/platform/notices.ts'

/**
 * Where notices appear. Their library is loaded once somebody does something on the page, so that it costs the first
 * view nothing and is there before the network can go; a load that failed is tried again with the next notice.
 */
export function NoticeOutlet() {
  const [View, setView] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (View) return
    const load = () => {
      import('./NoticeView.tsx').then(
        ({ NoticeView }) => setView(() => NoticeView),
        // No network: the notices keep waiting, and the next one asks again.
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
