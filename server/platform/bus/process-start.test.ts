import { expect, test } from 'vitest'
import { createLogs } from '../observability/log.ts'
import { createMemoryBus, createMemoryExchange } from './memory-bus.ts'
import { pollOnProcessStart } from './process-start.ts'

const log = createLogs({ filter: 'off', pretty: false })('bus')
const clock = { now: () => new Date('2026-11-20T12:00:00Z') }

test('F15: after a process starts, every process searches for messages that its predecessor did not deliver', async () => {
  const exchange = createMemoryExchange()
  const polled: string[] = []
  const begin = (name: string) =>
    pollOnProcessStart({
      bus: createMemoryBus({ log, exchange }),
      clock,
      log,
      poll: async (since) => void polled.push(`${name} ${since.toISOString()}`),
    })
  begin('one')
  await expect.poll(() => polled).toEqual(['one 2026-11-20T11:50:00.000Z'])
  begin('two')
  await expect.poll(() => polled.slice(1)).toEqual(['one 2026-11-20T11:50:00.000Z', 'two 2026-11-20T11:50:00.000Z'])
})

test('polls once if the store does not answer; clients then read the missed changes themselves', async () => {
  let polls = 0
  pollOnProcessStart({
    bus: createMemoryBus({ log }),
    clock,
    log,
    poll: async () => {
      polls++
      throw new Error('away')
    },
  })
  await expect.poll(() => polls).toBe(1)
})
