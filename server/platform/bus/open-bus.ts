import type { Log } from '../observability/log.ts'
import type { Bus } from './bus.ts'
import { createMemoryBus } from './memory-bus.ts'
import { openRedisBus, type RedisBusOptions } from './redis-bus.ts'

/** Opens the bus over Redis at `redisUrl`, or the bus of a single process without one. Redis need not be up yet. */
export async function openBus({
  redisUrl,
  log,
  onDelivered,
}: { redisUrl: string | null; log: Log } & Pick<RedisBusOptions, 'onDelivered'>): Promise<Bus> {
  return redisUrl === null ? createMemoryBus({ log }) : openRedisBus({ url: redisUrl, log, ...(onDelivered ? { onDelivered } : {}) })
}
