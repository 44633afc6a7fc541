import type { Config } from '#server/config.ts'
import { isSecretInUse } from '#server/features/identity/provider/in-use.ts'
import { openBus } from '#server/platform/bus/open-bus.ts'
import { acquireLock } from '#server/platform/db/embedded/data-folder-lock.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import type { Logs } from '#server/platform/observability/log.ts'
import { createMetrics } from '#server/platform/observability/metrics.ts'
import { createJobs } from '#server/platform/jobs/pg-boss-jobs.ts'
import { loadInstallationSecret } from '#server/platform/crypto/installation-secret.ts'
import { createSocketHub } from '#server/platform/socket/socket-hub.ts'
import { openTelemetry } from '#server/platform/observability/telemetry.ts'
import { checkSecret } from './check-secret.ts'
import { checkPicturePlace } from './picture-place.ts'

export type Engines = Awaited<ReturnType<typeof openEngines>>

/**
 * Opens what a server runs on: the data folder, the migrated database, the bus, jobs, traces, and metrics.
 * @throws DataFolderInUse, SecretMissing, StartRejected for a wrong secret or a missing bucket, or AppError 'unavailable' when the database can't be reached
 */
export async function openEngines(config: Config, logs: Logs) {
  const { dataDir, databaseUrl } = config
  const lock = acquireLock(dataDir)
  try {
    checkPicturePlace(config, logs('uploads'))
  } catch (error) {
    lock.release()
    throw error
  }
  const telemetry = await openTelemetry(config.telemetryEndpoint, logs('app'))
  const database = await openDatabase({ dataDir, databaseUrl, log: logs('db'), lock, onStatement: telemetry.onStatement })
  let secret: string
  try {
    await migrate(database, logs('db'))
    secret = await loadInstallationSecret({ dataDir, configured: config.secret, isInUse: () => isSecretInUse(database.db) })
    await checkSecret(database.db, { secret, previous: config.previousSecrets })
  } catch (error) {
    // Open handles would keep the process from exiting.
    await database.close()
    await telemetry.stop()
    lock.release()
    throw error
  }
  const metrics = createMetrics()
  const bus = await openBus({ redisUrl: config.redisUrl, databaseUrl, database, log: logs('bus'), onDelivered: metrics.delivered })
  return {
    secret,
    telemetry,
    database,
    metrics,
    bus,
    hub: createSocketHub(bus),
    jobs: telemetry.jobs(createJobs({ database, log: logs('jobs') })),
    /** Call it once the services are no longer used. */
    async close(): Promise<void> {
      await telemetry.stop()
      await bus.close()
      await database.close()
      lock.release()
    },
  }
}
