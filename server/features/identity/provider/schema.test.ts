import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtinAuthOptions, defaultRequestLimits } from './builtin.ts'
import { identityWorld, type IdentityWorld, ORIGIN } from '#tests/kit/identity.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await identityWorld()
})
afterAll(() => world.close())

function libraryOptions() {
  return builtinAuthOptions({
    db: world.db,
    clock: world.clock,
    log: world.log,
    secret: 'x'.repeat(40),
    origin: ORIGIN,
    alsoTrusted: [],
    requestLimits: defaultRequestLimits,
    onSignInEnded: async () => undefined,
  })
}

const words = (sql: string) => sql.replace(/\s+/g, ' ').trim()

test('our migration holds exactly the tables that the library asks for', async () => {
  // An own schema that is empty makes the library write down everything.
  const empty = { ...libraryOptions(), database: { ...libraryOptions().database, schemaName: 'nothing_here' } }
  const wanted = await (await getMigrations(empty)).compileMigrations()
  const ours = readFileSync('server/migrations/0001_identity.sql', 'utf8').replace(/--.*$/gm, '')
  for (const statement of wanted.replaceAll('nothing_here', 'identity').split(';').map(words).filter(Boolean)) {
    expect(words(ours)).toContain(`${statement};`)
  }
})

test('the library finds nothing to add or to mend in a migrated database', async () => {
  const { toBeCreated, toBeAdded, toBeAddedIndexes, schemaProblems } = await getMigrations(libraryOptions())
  expect({ toBeCreated, toBeAdded, toBeAddedIndexes, schemaProblems }).toEqual({
    toBeCreated: [],
    toBeAdded: [],
    toBeAddedIndexes: [],
    schemaProblems: [],
  })
  await betterAuth(libraryOptions()).$context
  expect(world.logged.join('')).not.toContain('mismatch')
})
