import { setImmediate } from 'node:timers/promises'
import { checkBeforeStart } from './checks/checks.ts'
import { openEngines } from '#server/app/engines.ts'
import { createMatchThread } from '#server/features/matching/index/index-engine.ts'
import { tuneHeap } from '#server/platform/heap.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import type { Server, ServerOptions } from './serve.ts'

export type { Server } from './serve.ts'

/**
 * Starts one server on its data and listens.
 * @throws StartRejected, DataFolderInUse, SecretMissing, or AppError 'unavailable' when the database can't be reached
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { config } = options
  tuneHeap()
  const logs = createLogs(config.log)
  await checkBeforeStart(config, logs('app'))
  // The embedded database and the match index open in threads of their own, while this one loads the code of the app. Loading keeps this
  // thread busy, so it waits until the others are started.
  const matchThread = createMatchThread({ log: logs('taste.match') })
  try {
    const [engines, { serve }] = await Promise.all([openEngines(config, logs), setImmediate().then(() => import('./serve.ts'))])
    return await serve(options, { engines, matchThread, logs })
  } catch (error) {
    await matchThread.close()
    throw error
  }
}
