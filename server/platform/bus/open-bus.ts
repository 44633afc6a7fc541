import type { Database } from '../db/database.ts'
import { openNotifications } from '../db/notifications.ts'
import type { Log } from '../observability/log.ts'
import type { Bus } from './bus.ts'
import { createMemoryBus } from './memory-bus.ts'
import { openPostgresBus } from './postgres-bus.ts'
import type { RedisBusOptions } from './redis-bus.ts'

type OpenBusOptions = { redisUrl: string | null; databaseUrl: string | null; database: Pick<Database, 'query'>; log: Log }

/**
 * Opens the bus over Redis at `redisUrl`. Without one, the bus of a single server: over PostgreSQL at `databaseUrl`, or in memory. Redis
 * need not be up yet.
 */
export async function openBus({
  redisUrl,
  databaseUrl,
  database,
  log,
  onDelivered,
}: OpenBusOptions & Pick<RedisBusOptions, 'onDelivered'>): Promise<Bus> {
  if (redisUrl === null) {
    if (databaseUrl === null) return createMemoryBus({ log })
    return openPostgresBus({ log, open: (listeners) => openNotifications({ databaseUrl, database, log, ...listeners }) })
  }
  // Its 650 modules take a tenth of a second.
  const { openRedisBus } = await import('./redis-bus.ts')
  return openRedisBus({ url: redisUrl, log, ...(onDelivered ? { onDelivered } : {}) })
}
