import { playerCalls } from '#contract/players.ts'
import type { Db } from '#server/platform/db/database.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import { createPlayerSettingsStore } from './player-settings.store.ts'

/** Everybody's own settings: nobody else is ever asked about, so there is no rule between the call and the store. */
export function playerSettingsRoutes(db: Db): Route[] {
  const store = createPlayerSettingsStore(db)
  return [
    route(playerCalls.getPlayerSettings, async ({ viewer }) => ({ settings: await store.of(viewer.uid) })),
    route(playerCalls.changePlayerSettings, ({ viewer, body }) => store.change(viewer.uid, body)),
  ]
}
