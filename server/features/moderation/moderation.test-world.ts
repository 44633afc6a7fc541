import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import type { ReportKind } from '#contract/moderation.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { peopleWorld } from '#tests/kit/people.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import { createMemoryBus, createMemoryExchange } from '#server/platform/bus/memory-bus.ts'
import type { OutgoingEmail } from '#server/platform/mail/outbox.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import type { DomainEvent } from '#server/platform/domain-events.ts'
import { createSecrets } from '#server/platform/crypto/sealed-secrets.ts'
import { createModerationFeature } from './moderation.feature.ts'
import type { Evidence } from './moderation.types.ts'
import { moderatorsCommand } from './moderators.command.ts'
import { reportablePerson } from './reportable-person.ts'

const log = pino({ level: 'silent' })

let database: Database
export let world: ReturnType<typeof peopleWorld>
export let count = 0
export let anna: Uid
export let ben: Uid
export let mod: Uid
export let published: DomainEvent[]
/** The notices that moderators receive. */
export let waiting: { to: readonly Uid[]; about: string; isWaiting: boolean }[]
export let closed: Uid[]
export let emails: OutgoingEmail[]
/** The confirmed addresses. */
export let addresses: Map<Uid, string>
/** Reportable content by id, as the features return it to viewers who may see it. */
export let reportables: Map<string, Evidence>
export let hidden: string[]
let failure: Error | null
let exchange: ReturnType<typeof createMemoryExchange>
export let moderating: ReturnType<typeof createModerationFeature>

/** Starts a database for the tests of a file, and before each test three users; the last one is a moderator. */
export function useModerationWorld(): void {
  beforeAll(async () => {
    database = await testDatabase()
    world = peopleWorld(database.db)
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    count++
    anna = await world.person(`anna${count}`, 'Anna')
    ben = await world.person(`ben${count}`, 'Ben')
    mod = await world.person(`mod${count}`, 'Mod')
    published = []
    waiting = []
    closed = []
    emails = []
    addresses = new Map([[ben, 'ben@own.example']])
    hidden = []
    failure = null
    reportables = new Map()
    exchange = createMemoryExchange()
    moderating = start()
    await sql`delete from reports`.execute(world.db)
    await sql`delete from moderation_log`.execute(world.db)
    await sql`delete from suspensions`.execute(world.db)
    await moderatorsCommand(world, ['add', `mod${count}`])
  })
}

/** Makes hiding and emails fail. */
export function fail(): void {
  failure = new Error('no database')
}

/** Starts another server. */
export function start(over: Partial<Bus> = {}) {
  const reportable = { evidence: async (_viewer: Uid, id: string) => reportables.get(id) ?? null }
  const content = {
    ...reportable,
    async hide(_tx: Db, id: string) {
      if (failure) throw failure
      return () => void hidden.push(id)
    },
    async restore(_tx: Db, id: string) {
      return () => void (hidden = hidden.filter((hiddenId) => hiddenId !== id))
    },
  }
  return createModerationFeature({
    db: world.db,
    clock: world.clock,
    newId: () => newUuidv7(world.clock.now().getTime()),
    bus: { ...createMemoryBus({ log, exchange }), ...over },
    events: {
      publish(event) {
        if (event.kind === 'moderation.waiting') waiting.push(event)
        else published.push(event)
      },
    },
    profiles: world.profiles,
    reportables: { person: reportablePerson(world), moment: content, comment: content, message: reportable, group: reportable },
    readPicture: async (_viewer, id) => Buffer.from(`picture ${id}`),
    readRecording: async (_viewer, id) => ({ bytes: Buffer.from(`voice ${id}`), mimeType: 'audio/webm' }),
    sealer: createSecrets({ secret: 'a secret' }),
    closeSockets: (uid) => void closed.push(uid),
    mailer: {
      isAvailable: true,
      async send(email) {
        if (failure) throw failure
        emails.push(email)
      },
    },
    addressOf: async (uid) => addresses.get(uid) ?? null,
    languageOf: async () => 'de',
    origin: 'https://own.example',
    log,
  })
}

export function aReportable(text = 'bad words'): string {
  const id = randomUUID()
  reportables.set(id, { author: ben, text, pictures: ['one'] })
  return id
}
export const report = (actor: Uid, kind: ReportKind, id: string, text = '') =>
  moderating.moderation.report(actor, { kind, id, reason: 'harassment', text })
/** The notices of a moderator that have ended. */
export const ended = (of: Uid = mod) => waiting.flatMap(({ to, about, isWaiting }) => (isWaiting || !to.includes(of) ? [] : [about]))
export const queue = async () => (await moderating.moderation.reports(mod, {})).reports
export async function reported(kind: ReportKind = 'moment', id = aReportable()) {
  await report(anna, kind, id, 'Look at this')
  const found = (await queue()).find((entry) => entry.kind === kind)
  if (!found) throw new Error('the report is not in the queue')
  return { id: found.id, target: id }
}
