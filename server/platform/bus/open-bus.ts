import type { Log } from '../log.ts'
import type { Bus } from './bus.ts'
import { createMemoryBus } from './memory-bus.ts'
import { openRedisBus } from './redis-bus.ts'

/** The bus over Redis at `redisUrl`, or without one the bus of a single server process. Redis need not answer yet. */
export async function openBus({ redisUrl, log }: { redisUrl: string | null; log: Log }): Promise<Bus> {
  return redisUrl === null ? createMemoryBus({ log }) : openRedisBus({ url: redisUrl, log })
}
