import { type Uid, uid as uidShape } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { identityStore } from '../identity.store.ts'
import { normalizeEmail } from '../provider/accounts.ts'
import { BUILTIN_ISSUER } from '../provider/builtin.ts'
import { builtinStore } from '../provider/builtin.store.ts'

export type UserLookup = {
  uidOf(userName: string): Promise<Uid | null>
  uidOfEmail(email: string): Promise<Uid | null>
  exists(uid: Uid): Promise<boolean>
}

/** Finds the user whom an operator named by user name (with or without @), email address or id; null when there is none. */
export async function findUser(lookup: UserLookup, input: string): Promise<Uid | null> {
  // No user name looks like an id or an address.
  const id = uidShape.safeParse(input.toLowerCase())
  if (id.success) return (await lookup.exists(id.data)) ? id.data : null
  const name = input.replace(/^@/, '')
  return name.includes('@') ? lookup.uidOfEmail(name) : lookup.uidOf(name.toLowerCase())
}

/** The accounts of a database, for commands that run without the server. */
export function accountLookup(db: Db): Pick<UserLookup, 'uidOfEmail' | 'exists'> {
  const store = identityStore(db)
  return {
    /** The user of an account of the built-in provider, whether the address is verified or not. */
    async uidOfEmail(email) {
      const account = await builtinStore(db).accountByEmail(normalizeEmail(email))
      return account && ((await store.personsOf([{ issuer: BUILTIN_ISSUER, subject: account.subject }]))[0]?.uid ?? null)
    },
    exists: async (uid) => (await store.person(uid)) !== null,
  }
}
