import { shelfCalls } from '#contract/taste/shelf.ts'
import { readApi } from '#web/platform/api-client.ts'
import { refreshCall } from '#web/platform/query.ts'

/** Records that the user has played an item, so that shelves show it as played. */
export async function markPlayed(platform: 'spotify' | 'youtube', id: string): Promise<void> {
  const result = await readApi(shelfCalls.markPlayed, { body: { platform, id } })
  if (result.ok) await refreshCall(shelfCalls.getShelf)
}
