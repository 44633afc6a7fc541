import type { Log } from '../observability/log.ts'
import type { Bus } from './bus.ts'
import { createMemoryBus } from './memory-bus.ts'
import type { RedisBusOptions } from './redis-bus.ts'

/** Opens the bus over Redis at `redisUrl`, or the bus of a single process without one. Redis need not be up yet. */
export async function openBus({
  redisUrl,
  log,
  onDelivered,
}: { redisUrl: string | null; log: Log } & Pick<RedisBusOptions, 'onDelivered'>): Promise<Bus> {
  if (redisUrl === null) return createMemoryBus({ log })
  // Its 650 modules take a tenth of a second.
  const { openRedisBus } = await import('./redis-bus.ts')
  return openRedisBus({ url: redisUrl, log, ...(onDelivered ? { onDelivered } : {}) })
}
