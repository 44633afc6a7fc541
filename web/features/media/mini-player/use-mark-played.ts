import { useEffect } from 'react'
import { shelfCalls } from '#contract/taste/shelf.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { readApi } from '#web/platform/api-client.ts'
import { refreshCall } from '#web/platform/query.ts'
import { useNowPlaying } from '../players/now-playing.store.ts'
import { idOf, useQueue } from '../queue/queue.store.ts'
import { currentOf } from '../queue/queue.ts'

/** Records what the user plays, so that shelves show it as played. */
export function useMarkPlayed(): void {
  const me = useMyUid()
  const entry = useQueue(currentOf)
  const isPlaying = useNowPlaying((now) => now.isPlaying && (now.platform === 'youtube') === (entry?.playable.kind === 'video'))
  const id = entry && idOf(entry)
  const platform = entry?.playable.kind === 'video' ? 'youtube' : 'spotify'
  useEffect(() => {
    if (me === null || id === null || !isPlaying) return
    void markPlayed(platform, id)
  }, [me, id, platform, isPlaying])
}

async function markPlayed(platform: 'spotify' | 'youtube', id: string): Promise<void> {
  const result = await readApi(shelfCalls.markPlayed, { body: { platform, id } })
  if (result.ok) await refreshCall(shelfCalls.getShelf)
}
