import { useEffect, useEffectEvent, useRef } from 'react'
import type { KeptPicture, PictureDrafts } from './picture-drafts.ts'

/** Keeps pictures that are being added over reloads: gives back those of before once, and from then on keeps every change. */
export function useKeptPictures(
  drafts: PictureDrafts | null,
  pictures: readonly KeptPicture[],
  bringBack: (pictures: readonly KeptPicture[]) => void,
): void {
  const isLoaded = useRef(false)
  const restore = useEffectEvent((found: readonly KeptPicture[]) => {
    isLoaded.current = true
    if (found.length > 0) bringBack(found)
    // What was added while the database was being read is kept with the next change at the latest; this is sooner.
    else if (pictures.length > 0) void drafts?.save(pictures)
  })
  useEffect(() => {
    let isOver = false
    isLoaded.current = false
    void drafts?.load().then((found) => !isOver && restore(found))
    return () => void (isOver = true)
  }, [drafts])
  // What is kept of each, as text: pictures that only changed on screen are not written again.
  const version = pictures.map(({ alt, stored, file }) => `${stored?.id ?? ''} ${file?.name ?? ''} ${file?.size ?? 0} ${alt}`).join('\n')
  const save = useEffectEvent((_version: string) => {
    if (isLoaded.current) void drafts?.save(pictures)
  })
  useEffect(() => save(version), [version])
}
