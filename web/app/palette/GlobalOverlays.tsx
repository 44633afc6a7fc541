import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { lazyPart } from '#web/platform/lazy-part.ts'

const OpenDoors = lazyPart(async () => (await import('./OpenOverlays.tsx')).OpenDoors)

/** Overlays that open from anywhere: palette, shortcut list, share target. Their code loads with the first shortcut or share. */
export function Doors() {
  const isShared = useLocation().search.includes('shared_')
  const [first, setFirst] = useState<KeyboardEvent | null>(null)
  useEffect(() => {
    if (first) return undefined
    const listen = (event: KeyboardEvent) => {
      const isCommand = event.ctrlKey || event.metaKey
      if (event.key !== (isCommand ? 'k' : '?')) return
      // Browsers use Ctrl+K themselves. A question mark may be typed text, so its default stays.
      if (isCommand) event.preventDefault()
      setFirst(event)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [first])
  return (
    (first ?? isShared) && (
      <Suspense>
        <OpenDoors first={first} isShared={isShared} />
      </Suspense>
    )
  )
}
