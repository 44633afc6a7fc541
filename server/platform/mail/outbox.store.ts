import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { DeliverableMail } from './transport.ts'

type MailTables = {
  mail_outbox: {
    id: string
    recipient: string
    subject: string
    body_text: string
    body_html: string
    created_at: Date
    good_until: Date | null
    attempts: number
    unsubscribe_url: string | null
  }
}

/** `attempts`: so far. */
export type StoredMail = DeliverableMail & { expiresAt: Date | null; attempts: number }

export function outboxStore(db: Db) {
  const tables = db.withTables<MailTables>()
  return {
    async add(mail: Omit<StoredMail, 'attempts'>): Promise<void> {
      await tables
        .insertInto('mail_outbox')
        .values({
          id: mail.id,
          recipient: mail.to,
          subject: mail.subject,
          body_text: mail.text,
          body_html: mail.html,
          created_at: mail.createdAt,
          good_until: mail.expiresAt,
          attempts: 0,
          unsubscribe_url: mail.unsubscribeUrl,
        })
        .execute()
    },

    async find(id: string): Promise<StoredMail | null> {
      const row = await tables.selectFrom('mail_outbox').selectAll().where('id', '=', id).executeTakeFirst()
      return row ? toMail(row) : null
    },

    /** The latest emails, newest first. */
    async latest(limit: number): Promise<StoredMail[]> {
      const rows = await tables
        .selectFrom('mail_outbox')
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toMail)
    },

    /** Ids of all undelivered emails. */
    async waiting(): Promise<string[]> {
      const rows = await tables.selectFrom('mail_outbox').select('id').orderBy('created_at').execute()
      return rows.map(({ id }) => id)
    },

    async countAttempt(id: string): Promise<void> {
      await tables
        .updateTable('mail_outbox')
        .set({ attempts: sql<number>`attempts + 1` })
        .where('id', '=', id)
        .execute()
    },

    async remove(id: string): Promise<void> {
      await tables.deleteFrom('mail_outbox').where('id', '=', id).execute()
    },

    async removeTo(recipient: string): Promise<void> {
      await tables
        .deleteFrom('mail_outbox')
        .where(sql`lower(recipient)`, '=', recipient.toLowerCase())
        .execute()
    },

    /** Removes all but the newest. */
    async keepLatest(count: number): Promise<void> {
      const newest = tables.selectFrom('mail_outbox').select('id').orderBy('created_at', 'desc').orderBy('id', 'desc').limit(count)
      await tables.deleteFrom('mail_outbox').where('id', 'not in', newest).execute()
    },
  }
}

function toMail(row: MailTables['mail_outbox']): StoredMail {
  return {
    id: row.id,
    to: row.recipient,
    subject: row.subject,
    text: row.body_text,
    html: row.body_html,
    createdAt: row.created_at,
    expiresAt: row.good_until,
    attempts: row.attempts,
    unsubscribeUrl: row.unsubscribe_url,
  }
}
