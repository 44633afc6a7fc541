import { afterAll, beforeAll } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { testDatabase } from './database.ts'
import { peopleWorld } from './people.ts'

export let database: Database
export let world: ReturnType<typeof peopleWorld>
/** Users on a new database, for all tests of a file. */
export function setUpPeople(): void {
  beforeAll(async () => {
    database = await testDatabase()
    world = peopleWorld(database.db)
  })
  afterAll(() => database.close())
}
