/* How long does a rename by a user with many buddies online take, and does it delay other work? `node bench/renames.ts [buddies]` */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { createChatStore } from '#server/features/chat/chat.store.ts'
import { createPersonChanges } from '#server/features/connections/person-changes.ts'
import { createMemoryBus } from '#server/platform/bus/memory-bus.ts'
import { createDomainEvents } from '#server/platform/domain-events.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import { createSocketHub } from '#server/platform/socket/socket-hub.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { peopleWorld } from '#tests/kit/people.ts'
import { readNumbers } from '#tools/arguments.ts'

const {
  numbers: [count = 2_000],
} = readNumbers('Usage: node bench/renames.ts [buddies]', { most: 1 })
const log = createLogs({ filter: 'off', pretty: false })('connections')
const database = await testDatabase()
const { db } = database
const { connections, profiles, person } = peopleWorld(db)
const anna = await person('anna')
await sql`
  insert into people (uid, issuer, subject, created_at)
  select gen_random_uuid(), 'bench', 'bench' || no, now() from generate_series(1, ${count}) as no`.execute(db)
await sql`
  insert into connections (low_uid, high_uid, state, asked_by, asked_at, connected_at)
  select least(uid, ${anna}::uuid), greatest(uid, ${anna}::uuid), 'connected', 'low', now(), now()
  from people where issuer = 'bench'`.execute(db)

const hub = createSocketHub(createMemoryBus({ log }))
const sentAtMs: number[] = []
for (const uid of [anna, ...(await connections.buddiesOf(anna))]) {
  const sendText = () => void sentAtMs.push(performance.now())
  hub.add({ uid, authTimeMs: 0, send: () => undefined, sendText, close: () => undefined })
}
const events = createDomainEvents({ log })
const audiences = [connections.buddiesOf, connections.requestPartners, createChatStore(db).listCompanions]
createPersonChanges({ hub, events, profileOf: profiles.get, hiddenFrom: connections.hiddenFrom, isOnline: () => true, audiences, log })

for (let round = 1; round <= 3; round++) {
  sentAtMs.length = 0
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const startedAtMs = performance.now()
  events.publish({ kind: 'person.changed', by: anna })
  while (sentAtMs.length <= count) await wait(5)
  delay.disable()
  const longest = (delay.max / 1e6).toFixed(1)
  console.log(
    `${sentAtMs.length} frames in ${Math.round((sentAtMs.at(-1) ?? 0) - startedAtMs)} ms; the event loop was delayed by at most ${longest} ms`,
  )
  // The next change of the same user is sent after the last pause.
  await wait(100)
}
await database.close()
