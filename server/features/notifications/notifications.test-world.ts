import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import type { Uid } from '#contract/base/ids.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { startFakePushService } from '#sandbox/push/push.fake.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { manualJobs } from '#tests/kit/jobs.ts'
import { peopleWorld } from '#tests/kit/people.ts'
import { createDomainEvents, type DomainEvent } from '#server/platform/domain-events.ts'
import type { EmailSection } from '#server/platform/mail/email.ts'
import type { OutgoingEmail } from '#server/platform/mail/outbox.ts'
import { createPushClient } from '#server/providers/push/push.client.ts'
import { createSecrets } from '#server/platform/crypto/sealed-secrets.ts'
import type { NewestMessage } from './notifications.messages.ts'
import { createNotificationFeature } from './notifications.feature.ts'

const log = pino({ level: 'silent' })

/** Anna, Ben and Cleo, the notifications of a server, and its deliveries. */
export type NotifyingWorld = Awaited<ReturnType<Awaited<ReturnType<typeof notifyingWorlds>>['fresh']>>

/** One database and one push service; `fresh` gives three new people and a server of their own. */
export async function notifyingWorlds() {
  const database = await testDatabase()
  const service = await startFakePushService()
  const world = peopleWorld(database.db)
  let count = 0

  async function fresh() {
    count++
    const anna = await world.person(`anna${count}`, 'Anna')
    const ben = await world.person(`ben${count}`, 'Ben')
    const cleo = await world.person(`cleo${count}`, 'Cleo')
    /** The users with a visible page. */
    const viewing = new Set<Uid>()
    /** The users with a connected but hidden page. */
    const hidden = new Set<Uid>()
    /** Moments and comments with muted content. */
    const muted = new Set<string>()
    /** The recaps for the next digest. */
    const recaps = new Map<Uid, EmailSection>()
    /** The newest message of every conversation. */
    const newest: { message: NewestMessage } = { message: { text: 'The words of the message', voiceMs: null } }
    const events = createDomainEvents({ log })
    const jobs = manualJobs()
    const mails: OutgoingEmail[] = []
    const start = (secret: string) =>
      createNotificationFeature({
        db: world.db,
        clock: world.clock,
        newId: () => newUuidv7(world.clock.now().getTime()),
        hub: world.hub,
        jobs,
        events,
        profiles: world.profiles,
        connections: world.connections,
        mutedAmong: async (_uid, loadIds) => new Set((await loadIds()).filter((id) => muted.has(id))),
        secrets: createSecrets({ secret }),
        pushClient: createPushClient({ subject: 'https://own.example', fakeService: { hosts: [service.host], ca: service.ca } }),
        mailer: { isAvailable: true, send: async (mail) => void mails.push(mail) },
        addressOf: async (uid) => (uid === anna ? 'anna@example.org' : null),
        languageOf: async () => null,
        recapOf: async (uid) => recaps.get(uid) ?? null,
        origin: 'https://own.example',
        isOnline: (uid) => viewing.has(uid) || hidden.has(uid),
        hasVisiblePage: (uid) => viewing.has(uid),
        excerptOf: async (_owner, id) => `words of ${id}`,
        blendTitleOf: async (_viewer, id) => `title of ${id}`,
        messageOf: async () => newest.message,
        log,
      })
    const notifying = start('a secret')
    world.hub.takeFrames()
    service.received.splice(0)
    return {
      anna,
      ben,
      cleo,
      looking: viewing,
      hidden,
      newest,
      muted,
      events,
      jobs,
      mails,
      recaps,
      start,
      notifying,
      ...eventsOf(anna, world.clock, events),
    }
  }

  return {
    database,
    service,
    world,
    fresh,
    async close(): Promise<void> {
      await database.close()
      await service.close()
    },
  }
}

/** Publishes events about Anna. */
function eventsOf(anna: Uid, clock: { pass(ms: number): void }, events: ReturnType<typeof createDomainEvents>) {
  return {
    async publish(...published: DomainEvent[]): Promise<void> {
      for (const event of published) {
        events.publish(event)
        await events.idle()
        clock.pass(1_000)
      }
    },
    liked: (actor: Uid, momentId: string): DomainEvent => ({ kind: 'moment.liked', by: actor, author: anna, momentId }),
    commented: (actor: Uid, momentId: string, commentId = randomUUID()): DomainEvent => ({
      kind: 'moment.commented',
      by: actor,
      author: anna,
      momentId,
      commentId,
    }),
    wrote: (from: Uid, chatId: string, more = {}): DomainEvent => ({
      kind: 'message.stored',
      from,
      to: anna,
      chatId,
      messageId: randomUUID(),
      isRequest: false,
      isQuiet: false,
      ...more,
    }),
  }
}
