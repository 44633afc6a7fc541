/* Features that a signed-in user needs only after the first page. */
import type { Uid } from '#contract/base/ids.ts'
import { PLAYER_KEY } from '#web/features/together/open-session.store.ts'
import { followAppearance } from '#web/platform/appearance.ts'
import { storedNames } from '#web/platform/storage/browser-storage.ts'
import { logger } from '#web/platform/log.ts'
import { stopAll } from '#web/platform/stop-all.ts'
import { startOfflineCache } from './offline.ts'

/** Returns a function that stops it. */
export function startAfterFirstPage(me: Uid): () => void {
  reportEndedPlayers().catch((error: unknown) =>
    logger('together').warn('the session before a reload was not read', { why: String(error) }),
  )
  return stopAll([startOfflineCache(me), followAppearance()])
}

/** After a reload nothing plays in this tab: loading the session reports it, so that its members don't wait. */
async function reportEndedPlayers(): Promise<void> {
  const chatIds = storedNames('tab').flatMap((name) => (name.startsWith(PLAYER_KEY) ? [name.slice(PLAYER_KEY.length)] : []))
  if (chatIds.length === 0) return
  const { loadSession } = await import('#web/features/together/together.store.ts')
  for (const chatId of chatIds) void loadSession(chatId)
}
