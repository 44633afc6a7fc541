import type { Log } from '../observability/log.ts'
import type { Bus } from './bus.ts'
import { createMemoryBus } from './memory-bus.ts'
import { openRedisBus, type RedisBusOptions } from './redis-bus.ts'

/** The bus over Redis at `redisUrl`, or without one the bus of a single server process. Redis need not answer yet. */
export async function openBus({
  redisUrl,
  log,
  onDelivered,
}: { redisUrl: string | null; log: Log } & Pick<RedisBusOptions, 'onDelivered'>): Promise<Bus> {
  return redisUrl === null ? createMemoryBus({ log }) : openRedisBus({ url: redisUrl, log, ...(onDelivered ? { onDelivered } : {}) })
}
