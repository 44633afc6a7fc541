import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Log } from '../observability/log.ts'
import { type Email, renderEmail } from './email.ts'
import { outboxStore, type StoredMail } from './outbox.store.ts'
import { MailRejected, type MailTransport } from './transport.ts'

/** About two hours with the growing delays of the queue; after that the email is lost. */
const ATTEMPTS = 30
const EXPIRE_SECONDS = 120
/** Mail servers limit the connections of one sender. */
const EMAILS_AT_ONCE = 4
/** The number of emails in the dev inbox. */
const INBOX_SIZE = 200
const JOB_NAME = 'mail.send'

export type OutgoingEmail = Email & {
  to: string
  /** A link in the email expires then, so the email is not sent later. */
  expiresAt?: Date
}

/** Where emails go. `none`: nowhere, and features that need email are disabled. */
export type MailRoute = { kind: 'smtp'; transport: MailTransport } | { kind: 'dev-inbox' } | { kind: 'none' }

export type OutboxDeps = {
  db: Db
  jobs: Pick<Jobs, 'add' | 'register'>
  clock: Clock
  newId: () => string
  log: Log
  route: MailRoute
}

/** The email API of the features. They never wait for a mail server. */
export type Mailer = {
  /** Whether emails can be sent. */
  readonly isAvailable: boolean
  /** Whether they reach real mailboxes, not only the dev inbox. */
  readonly isReal: boolean
  /**
   * Stores an email until it is delivered; it survives a crash.
   * @throws AppError 'unavailable' when the database does not answer; Error when email is not available
   */
  send(mail: OutgoingEmail): Promise<void>
  /** Stores an email in `tx`. Call the returned function after the commit; otherwise the next restart delivers it. */
  store(tx: Db, mail: OutgoingEmail): Promise<() => Promise<void>>
  /** Removes undelivered emails to this address. */
  removeFor(address: string, tx?: Db): Promise<void>
}

export type Outbox = Mailer & {
  /** The latest emails of the dev inbox, newest first. */
  latest(): Promise<StoredMail[]>
  find(id: string): Promise<StoredMail | null>
  /** Delivers emails that were left by a crash. Call once after the jobs have started. */
  resume(): Promise<void>
}

export function createOutbox({ db, jobs, clock, newId, log, route }: OutboxDeps): Outbox {
  const store = outboxStore(db)
  if (route.kind === 'smtp') {
    const { transport } = route
    jobs.register<{ id: string }>({
      name: JOB_NAME,
      retries: ATTEMPTS,
      expireSeconds: EXPIRE_SECONDS,
      concurrency: EMAILS_AT_ONCE,
      run: ({ id }) => deliver(transport, id),
    })
  }

  const addJob = (id: string) => jobs.add(JOB_NAME, { id }, { only: id })

  async function deliver(transport: MailTransport, id: string): Promise<void> {
    const mail = await store.find(id)
    if (!mail) return
    if (mail.expiresAt && mail.expiresAt <= clock.now()) return giveUp(mail, 'its link has expired')
    try {
      await transport.deliver(mail)
    } catch (error) {
      if (error instanceof MailRejected) return giveUp(mail, error.message)
      if (mail.attempts + 1 >= ATTEMPTS) return giveUp(mail, 'too many attempts')
      await store.countAttempt(id)
      throw error
    }
    await store.remove(id)
  }

  async function giveUp(mail: StoredMail, reason: string): Promise<void> {
    await store.remove(mail.id)
    // The log must not contain the address.
    log.error({ mail: mail.id, attempts: mail.attempts + 1, reason }, 'an email could not be delivered')
  }

  async function storeMail(tx: Db, { to, expiresAt: goodUntil, ...content }: OutgoingEmail): Promise<() => Promise<void>> {
    if (route.kind === 'none') throw new Error('No email is configured, so nothing can be sent.')
    const id = newId()
    await outboxStore(tx).add({
      id,
      to,
      ...renderEmail(content),
      createdAt: clock.now(),
      expiresAt: goodUntil ?? null,
      unsubscribeUrl: content.unsubscribeUrl ?? null,
    })
    return () => (route.kind === 'smtp' ? addJob(id) : store.keepLatest(INBOX_SIZE))
  }

  return {
    isAvailable: route.kind !== 'none',
    isReal: route.kind === 'smtp',
    send: async (mail) => (await storeMail(db, mail))(),
    store: storeMail,
    removeFor: (address, tx = db) => outboxStore(tx).removeTo(address),
    latest: () => store.latest(INBOX_SIZE),
    find: (id) => store.find(id),

    async resume() {
      if (route.kind !== 'smtp') return
      for (const id of await store.waiting()) await addJob(id)
    },
  }
}
