import { useEffect, useEffectEvent, useRef } from 'react'
import type { StoredDraftPicture, PictureDrafts } from './picture-drafts.ts'

/** Stores picture drafts across reloads: restores them once, then saves every change. */
export function usePersistedPictures(
  drafts: PictureDrafts | null,
  pictures: readonly StoredDraftPicture[],
  bringBack: (pictures: readonly StoredDraftPicture[]) => void,
): void {
  const isLoaded = useRef(false)
  const restore = useEffectEvent((found: readonly StoredDraftPicture[]) => {
    isLoaded.current = true
    if (found.length > 0) bringBack(found)
    // Saves pictures that were added while the database was being read.
    else if (pictures.length > 0) void drafts?.save(pictures)
  })
  useEffect(() => {
    let isOver = false
    isLoaded.current = false
    void drafts?.load().then((found) => !isOver && restore(found))
    return () => void (isOver = true)
  }, [drafts])
  // The stored fields of each picture as text: changes without effect on them are not saved.
  const version = pictures.map(({ alt, stored, file }) => `${stored?.id ?? ''} ${file?.name ?? ''} ${file?.size ?? 0} ${alt}`).join('\n')
  const save = useEffectEvent((_version: string) => {
    if (isLoaded.current) void drafts?.save(pictures)
  })
  useEffect(() => save(version), [version])
}
