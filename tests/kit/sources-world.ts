import { afterAll, beforeAll } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { testDatabase } from './database.ts'
import { sourcesWorld } from './sources.ts'

export let database: Database
export let world: Awaited<ReturnType<typeof sourcesWorld>>
/** Sources and imports on a new database, for all tests of a file. */
export function setUpSources(): void {
  beforeAll(async () => {
    database = await testDatabase()
    world = await sourcesWorld(database.db)
  })
  afterAll(async () => {
    await world.close()
    await database.close()
  })
}
