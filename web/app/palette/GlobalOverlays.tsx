import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { lazyPart } from '#web/platform/lazy-part.ts'

const OpenDoors = lazyPart(async () => (await import('./OpenOverlays.tsx')).OpenDoors)

/** What opens from anywhere: palette, list of keys, what another app has shared. All of it comes with the first press or share. */
export function Doors() {
  const isShared = useLocation().search.includes('shared_')
  const [first, setFirst] = useState<KeyboardEvent | null>(null)
  useEffect(() => {
    if (first) return undefined
    const listen = (event: KeyboardEvent) => {
      const isCommand = event.ctrlKey || event.metaKey
      if (event.key !== (isCommand ? 'k' : '?')) return
      // The browser has plans of its own with Ctrl and K. A question mark may be somebody's text.
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
