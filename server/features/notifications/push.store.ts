import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'

type PushTables = {
  push_keys: { id: number; public_key: string; private_key_sealed: string; created_at: Date }
  push_subscriptions: { endpoint: string; uid: Uid; p256dh: string; auth_sealed: string; auth_time: Date; created_at: Date }
}
export type Subscription = PushTables['push_subscriptions']

/** The oldest subscriptions above this number are deleted. */
const BROWSERS_PER_PERSON = 10

/** The push key of the installation, and browser subscriptions. */
export function createPushStore(plain: Db) {
  const db = plain.withTables<PushTables>()
  return {
    /** Stores the key unless there is one, and returns the stored key. */
    async insertKeys(made: { publicKey: string; sealed: string }, now: Date): Promise<{ publicKey: string; sealed: string }> {
      await db
        .insertInto('push_keys')
        .values({ id: 1, public_key: made.publicKey, private_key_sealed: made.sealed, created_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return requireKey(await this.keys())
    },

    async keys(): Promise<{ publicKey: string; sealed: string } | null> {
      const row = await db.selectFrom('push_keys').select(['public_key', 'private_key_sealed']).executeTakeFirst()
      return row ? { publicKey: row.public_key, sealed: row.private_key_sealed } : null
    },

    /** Deletes the key and all subscriptions, which are bound to it. */
    async deleteKeys(): Promise<void> {
      await db.deleteFrom('push_subscriptions').execute()
      await db.deleteFrom('push_keys').execute()
    },

    /** Stores a subscription; the latest sign-in of a browser owns it. */
    async add(subscription: Subscription): Promise<void> {
      const { endpoint: _endpoint, ...rest } = subscription
      await db
        .insertInto('push_subscriptions')
        .values(subscription)
        .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(rest))
        .execute()
      const oldest = db
        .selectFrom('push_subscriptions')
        .select('endpoint')
        .where('uid', '=', subscription.uid)
        .orderBy('created_at', 'desc')
        .offset(BROWSERS_PER_PERSON)
      await db.deleteFrom('push_subscriptions').where('endpoint', 'in', oldest).execute()
    },

    of: (uid: Uid): Promise<Subscription[]> =>
      db.selectFrom('push_subscriptions').selectAll().where('uid', '=', uid).orderBy('created_at').execute(),

    /** Deletes a subscription; with `uid` only if it belongs to that user. */
    async remove(endpoint: string, uid?: Uid): Promise<void> {
      const first = db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint)
      await (uid === undefined ? first : first.where('uid', '=', uid)).execute()
    },

    /** Deletes the subscriptions of one sign-in, or with null all of a user. */
    async end(uid: Uid, authTime: Date | null): Promise<void> {
      const theirs = db.deleteFrom('push_subscriptions').where('uid', '=', uid)
      await (authTime === null ? theirs : theirs.where('auth_time', '=', authTime)).execute()
    },
  }
}

function requireKey<T>(value: T | null): T {
  if (value === null) throw new Error('the key for push was removed while it was being read')
  return value
}
