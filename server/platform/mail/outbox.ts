import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Log } from '../observability/log.ts'
import { type Letter, writeLetter } from './letter.ts'
import { outboxStore, type StoredMail } from './outbox.store.ts'
import { MailRefused, type MailTransport } from './transport.ts'

/** Together with the growing pauses of the queue about two hours; a mail server that is away longer has lost it. */
const ATTEMPTS = 30
const EXPIRE_SECONDS = 120
/** What the dev mailbox keeps. */
const MAILBOX_SIZE = 200
const JOB = 'mail.send'

export type Outgoing = Letter & {
  to: string
  /** A link in it is no good after this moment, so neither is the mail. */
  goodUntil?: Date
}

/** How mails leave. `none`: they don't, and whatever needs one is not offered. */
export type MailRoute = { kind: 'smtp'; transport: MailTransport } | { kind: 'mailbox' } | { kind: 'none' }

export type OutboxDeps = {
  db: Db
  jobs: Pick<Jobs, 'add' | 'register'>
  clock: Clock
  newId: () => string
  log: Log
  route: MailRoute
}

/** What features see of the mail: they hand letters in and never wait for a mail server. */
export type Mailer = {
  /** Whether mails can leave at all. */
  readonly isOffered: boolean
  /** Whether they reach real mailboxes, and not only the page of this server. */
  readonly isReal: boolean
  /**
   * Keeps a mail until it is handed over; it outlives a crash.
   * @throws AppError 'unavailable' when the store does not answer; Error when mails are not offered here
   */
  send(mail: Outgoing): Promise<void>
  /** Stores a mail within `tx`. Call what it returns after the commit; a mail that was stored and never handed over goes after a restart. */
  store(tx: Db, mail: Outgoing): Promise<() => Promise<void>>
  /** Forgets what is still to go to this address. */
  forget(address: string, tx?: Db): Promise<void>
}

export type Outbox = Mailer & {
  /** The latest mails of the dev mailbox, newest first. */
  latest(): Promise<StoredMail[]>
  find(id: string): Promise<StoredMail | null>
  /** Takes up what a crash has left. Call once after the jobs have started. */
  resume(): Promise<void>
}

export function createOutbox({ db, jobs, clock, newId, log, route }: OutboxDeps): Outbox {
  const store = outboxStore(db)
  if (route.kind === 'smtp') {
    const { transport } = route
    jobs.register<{ id: string }>({ name: JOB, retries: ATTEMPTS, expireSeconds: EXPIRE_SECONDS, run: ({ id }) => deliver(transport, id) })
  }

  const addJob = (id: string) => jobs.add(JOB, { id }, { only: id })

  async function deliver(transport: MailTransport, id: string): Promise<void> {
    const mail = await store.find(id)
    if (!mail) return
    if (mail.goodUntil && mail.goodUntil <= clock.now()) return giveUp(mail, 'its link has run out')
    try {
      await transport.deliver(mail)
    } catch (error) {
      if (error instanceof MailRefused) return giveUp(mail, error.message)
      if (mail.attempts + 1 >= ATTEMPTS) return giveUp(mail, 'too many attempts')
      await store.countAttempt(id)
      throw error
    }
    await store.remove(id)
  }

  async function giveUp(mail: StoredMail, reason: string): Promise<void> {
    await store.remove(mail.id)
    // Whose address it was stays out of the log.
    log.error({ mail: mail.id, attempts: mail.attempts + 1, reason }, 'a mail could not be delivered')
  }

  async function storeMail(within: Db, { to, goodUntil, ...letter }: Outgoing): Promise<() => Promise<void>> {
    if (route.kind === 'none') throw new Error('A mail was to be sent although no mail is set up.')
    const id = newId()
    await outboxStore(within).add({
      id,
      to,
      ...writeLetter(letter),
      createdAt: clock.now(),
      goodUntil: goodUntil ?? null,
      unsubscribeUrl: letter.unsubscribeUrl ?? null,
    })
    return () => (route.kind === 'smtp' ? addJob(id) : store.keepLatest(MAILBOX_SIZE))
  }

  return {
    isOffered: route.kind !== 'none',
    isReal: route.kind === 'smtp',
    send: async (mail) => (await storeMail(db, mail))(),
    store: storeMail,
    forget: (address, tx = db) => outboxStore(tx).removeTo(address),
    latest: () => store.latest(MAILBOX_SIZE),
    find: (id) => store.find(id),

    async resume() {
      if (route.kind !== 'smtp') return
      for (const id of await store.waiting()) await addJob(id)
    },
  }
}
