import { playerCalls } from '#contract/players.ts'
import type { Db } from '#server/platform/db/database.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import { createPlayerSettingsStore } from './player-settings.store.ts'

/** Every user reads and writes only their own settings, so the routes call the store directly. */
export function playerSettingsRoutes(db: Db): Route[] {
  const store = createPlayerSettingsStore(db)
  return [
    route(playerCalls.getPlayerSettings, async ({ viewer }) => ({ settings: await store.find(viewer.uid) })),
    route(playerCalls.changePlayerSettings, ({ viewer, body }) => store.change(viewer.uid, body)),
  ]
}
