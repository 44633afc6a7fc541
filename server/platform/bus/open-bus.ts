import type { Database } from '../db/database.ts'
import { openNotifications } from '../db/notifications.ts'
import type { Log } from '../observability/log.ts'
import { besideRedis } from './beside-redis.ts'
import type { Bus } from './bus.ts'
import { createMemoryBus } from './memory-bus.ts'
import { openPostgresBus } from './postgres-bus.ts'
import type { RedisBusOptions } from './redis-bus.ts'

type OpenBusOptions = { redisUrl: string | null; databaseUrl: string | null; database: Pick<Database, 'query'>; log: Log }

/**
 * Opens the bus over Redis at `redisUrl`. Without one, the bus of a single server: over PostgreSQL at `databaseUrl`, or in memory. Redis
 * need not be up yet. Servers with Redis and without notice each other at PostgreSQL.
 */
export async function openBus({
  redisUrl,
  databaseUrl,
  database,
  log,
  onDelivered,
}: OpenBusOptions & Pick<RedisBusOptions, 'onDelivered'>): Promise<Bus> {
  const open = (url: string, hasRedis: boolean) =>
    openPostgresBus({ log, hasRedis, open: (listeners) => openNotifications({ databaseUrl: url, database, log, ...listeners }) })
  if (redisUrl === null) return databaseUrl === null ? createMemoryBus({ log }) : open(databaseUrl, false)
  // Loaded on demand: its 650 modules take a tenth of a second.
  const { openRedisBus } = await import('./redis-bus.ts')
  const redis = await openRedisBus({ url: redisUrl, log, ...(onDelivered ? { onDelivered } : {}) })
  return databaseUrl === null ? redis : besideRedis(redis, await open(databaseUrl, true))
}
