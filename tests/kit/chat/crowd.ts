import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Uid } from '#contract/base/ids.ts'
import type { Database } from '#server/platform/db/database.ts'

/* Many users for tests and benchmarks of chat. Signing up needs a password hash each, so these sign in with Firebase tokens, which the
   server verifies as usual; only the signing key is ours. */

const PROJECT = 'chat-crowd'
const ISSUER = `https://securetoken.google.com/${PROJECT}`

/** Settings with which a server accepts the tokens of `createMint`. */
export const crowdSettings = {
  FIREBASE_PROJECT_ID: PROJECT,
  FIREBASE_API_KEY: 'key',
  FIREBASE_AUTH_DOMAIN: `${PROJECT}.firebaseapp.com`,
  FIREBASE_METHODS: 'password',
} as const

/** The uid of the person with this number. Numbers 2n and 2n + 1 are buddies. */
export function uidOf(number: number): Uid {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`
}

export const buddyOf = (number: number): number => number ^ 1

/** The size of the crowd's groups: the people 0 to 49 are in the first, 50 to 99 in the second. */
export const GROUP_SIZE = 50

/** The chat of the group that this person is in; see `insertGroups`. */
export const groupOf = (number: number): string =>
  `00000000-0000-4000-9fff-${Math.floor(number / GROUP_SIZE)
    .toString(16)
    .padStart(12, '0')}`

export type Mint = {
  /** The public key in the format that the server reads, as a data URL. */
  keysAddress: string
  token(number: number, expiresInS?: number): Promise<string>
}

export async function createMint(): Promise<Mint> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const kid = randomUUID()
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }] }
  return {
    keysAddress: `data:application/json,${encodeURIComponent(JSON.stringify(keys))}`,
    token: (number, expiresInS = 3_600) => {
      const nowS = Math.floor(Date.now() / 1000)
      return new SignJWT({ auth_time: nowS, firebase: {} })
        .setProtectedHeader({ alg: 'RS256', kid })
        .setIssuer(ISSUER)
        .setAudience(PROJECT)
        .setSubject(`p${number}`)
        .setIssuedAt(nowS)
        .setExpirationTime(nowS + expiresInS)
        .sign(privateKey)
    },
  }
}

/** Adds this many users with profiles to an empty database, each with one buddy. */
export async function insertCrowd(database: Pick<Database, 'query'>, count: number): Promise<void> {
  const uid = (number: string) => `('00000000-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`
  const all = `generate_series(0, ${count - 1}) as n`
  await database.query(
    `insert into people (uid, issuer, subject, created_at) select ${uid('n')}, '${ISSUER}', 'p' || n, now() from ${all} on conflict do nothing`,
  )
  await database.query(
    `insert into profiles (uid, user_name, name, birth_year, search_text, joined_at)
     select ${uid('n')}, 'p' || n || '.crowd', 'Person ' || n, 1990, 'p' || n, now() from ${all} on conflict do nothing`,
  )
  await database.query(
    `insert into connections (low_uid, high_uid, state, asked_by, asked_at, connected_at)
     select ${uid('n')}, ${uid('n + 1')}, 'connected', 'low', now(), now() from generate_series(0, ${count - 2}, 2) as n on conflict do nothing`,
  )
}

/** Puts the first `people` of the crowd into groups of 50. */
export async function insertGroups(database: Pick<Database, 'query'>, people: number): Promise<void> {
  const hex = (number: string) => `lpad(to_hex(${number}), 12, '0')`
  const uid = (number: string) => `('00000000-0000-4000-8000-' || ${hex(number)})::uuid`
  const chat = `('00000000-0000-4000-9fff-' || ${hex('g')})::uuid`
  const groups = `generate_series(0, ${Math.floor(people / GROUP_SIZE) - 1}) as g`
  const places = `generate_series(g * ${GROUP_SIZE}, g * ${GROUP_SIZE} + ${GROUP_SIZE - 1}) as n`
  await database.query(
    `insert into chats (id, created_at, members) select ${chat}, now(), array(select ${uid('n')} from ${places}) from ${groups} on conflict do nothing`,
  )
  await database.query(
    `insert into chat_groups (chat_id, name, created_at) select ${chat}, 'Group ' || g, now() from ${groups} on conflict do nothing`,
  )
  await database.query(
    `insert into chat_members (chat_id, uid, role, joined_at, opened_at)
     select ${chat}, ${uid('n')}, case when n % ${GROUP_SIZE} = 0 then 'owner' else 'member' end, now(), now()
     from ${groups}, ${places} on conflict do nothing`,
  )
}
