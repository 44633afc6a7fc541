import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { builtinAuthOptions, defaultRequestLimits } from './builtin.ts'
import { ORIGIN } from '#tests/kit/identity.ts'
import { setUpIdentity, world } from '#tests/kit/identity-world.ts'

setUpIdentity()

/** Plugins with tables of later migrations. */
const ADDED_LATER = new Set(['two-factor', 'passkey'])

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

const collapseSpaces = (text: string) => text.replace(/\s+/g, ' ').trim()
const migration = (name: string) => collapseSpaces(readFileSync(`server/migrations/${name}.sql`, 'utf8').replace(/--.*$/gm, ''))
const statementsOf = (text: string) => text.replaceAll('nothing_here', 'identity').split(';').map(collapseSpaces).filter(Boolean)
const inEmptySchema = (options: ReturnType<typeof libraryOptions>) => ({
  ...options,
  database: { ...options.database, schemaName: 'nothing_here' },
})

test('our migrations create exactly the tables that the library needs', async () => {
  const options = libraryOptions()
  const first = { ...options, plugins: options.plugins.filter(({ id }) => !ADDED_LATER.has(id)) }
  for (const statement of statementsOf(await (await getMigrations(inEmptySchema(first))).compileMigrations()))
    expect(migration('0001_identity')).toContain(`${statement};`)
  // In a schema with the first tables, the library writes the later additions.
  await world.db.transaction().execute(async (tx) => {
    const before = migration('0001_identity').split('create table people')[0] ?? ''
    for (const statement of before.replaceAll('"identity"', '"nothing_here"').split(';').map(collapseSpaces).filter(Boolean))
      await sql.raw(statement).execute(tx)
  })
  const added = statementsOf(await (await getMigrations(inEmptySchema(options))).compileMigrations())
  const later = ['0079_second_factor', '0080_passkeys'].map(migration).join(' ')
  expect(added.length).toBeGreaterThan(1)
  for (const statement of added.filter((entry) => !entry.startsWith('create schema'))) expect(later).toContain(`${statement};`)
})

test('the library finds no missing table or column in a migrated database', async () => {
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
