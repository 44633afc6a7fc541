/** One server process for `startChatServer`: the whole server without pages and fake services, with users of `insertCrowd`. */
import { flushCompileCache } from 'node:module'
import { chatFrames } from '#contract/chat/chat.ts'
import { readConfig } from '#server/config.ts'
import { startServer } from '#server/main.ts'
import { processHeap } from '#server/platform/heap.ts'
import { insertCrowd, insertGroups } from './crowd.ts'

const {
  CROWD_KEYS: keys = '',
  CROWD_PEOPLE: people = '0',
  CROWD_GROUPS: groups,
  DIE_BEFORE_DELIVERY: dies,
  FLOODS: floods,
  ...env
} = process.env
const config = readConfig(env)
const server = await startServer({
  config,
  port: config.port,
  fakeServices: null,
  google: { keys, toolkit: 'http://127.0.0.1:9' },
  development: false,
  addPages: async () => undefined,
  example: null,
  fill: async ({ database, hub }) => {
    if (Number(people) > 0) await insertCrowd(database, Number(people))
    if (groups) await insertGroups(database, Number(people))
    if (dies) dieBeforeDelivery(hub)
    if (floods) floodReaders(hub)
  },
})

/** A failpoint: a marked message kills the process after its commit, before its delivery. */
function dieBeforeDelivery(hub: { send: (...given: never[]) => void }): void {
  const { send } = hub
  hub.send = (...given: unknown[]) => {
    const [, frame, data] = given
    if (frame === chatFrames.new_message && JSON.stringify(data).includes('die before delivery')) process.kill(process.pid, 'SIGKILL')
    // Passed on unchanged.
    send(...(given as never[]))
  }
}

/** A failpoint: a marked message is delivered 2,500 times. A long one fills every buffer on the way to a client that does not read. */
function floodReaders(hub: { send: (...given: never[]) => void }): void {
  const { send } = hub
  hub.send = (...given: unknown[]) => {
    const [, frame, data] = given
    const times = frame === chatFrames.new_message && JSON.stringify(data).includes('flood the reader') ? 2_500 : 1
    // Passed on unchanged.
    for (let index = 0; index < times; index++) send(...(given as never[]))
  }
}

process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)))
// A killed test leaves no process behind.
process.on('disconnect', () => process.exit(1))
process.on('message', (asked) => {
  if (asked === 'tidy') processHeap().collect()
  process.send?.({ memory: process.memoryUsage(), cpu: process.cpuUsage() })
})
// Node stores compiled code only on a normal exit, and most of these processes are killed.
flushCompileCache()
process.send?.({ origin: server.origin })
