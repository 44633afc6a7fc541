import { setImmediate } from 'node:timers/promises'
import type { AppDependencies } from '#server/app/core-services.ts'
import { checkBeforeStart } from './checks/checks.ts'
import type { Config } from './config.ts'
import { openEngines } from '#server/app/engines.ts'
import { createMatchThread } from '#server/features/matching/index/index-engine.ts'
import { configureHeap } from '#server/platform/heap.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import type { AppOptions, Opened, Server, ServerOptions } from './serve.ts'

export type { Server } from './serve.ts'

/**
 * Starts one server on its data and listens.
 * @throws StartRejected, DataFolderInUse, SecretMissing, or AppError 'unavailable' when the database can't be reached
 */
export function startServer(options: ServerOptions): Promise<Server> {
  return open(options.config, ({ serve }, opened) => serve(options, opened))
}

/** Opens the data of an installation, lets `work` fill it, and closes it. @throws as `startServer` */
export function fillData(options: AppOptions, work: (parts: AppDependencies) => Promise<void>): Promise<void> {
  return open(options.config, ({ fill }, opened) => fill(options, opened, work))
}

type Code = typeof import('./serve.ts')

async function open<Result>(config: Config, use: (code: Code, opened: Opened) => Promise<Result>): Promise<Result> {
  configureHeap()
  const logs = createLogs(config.log)
  await checkBeforeStart(config, logs('app'))
  // The embedded database and the match index open in their own threads, while this one loads the code of the app. Loading keeps this
  // thread busy, so it waits until the others are started.
  const matchThread = createMatchThread({ log: logs('taste.match') })
  try {
    const opening = openEngines(config, logs)
    // Connecting to PostgreSQL has a time limit, which loading the code would exceed on a slow machine.
    if (config.databaseUrl !== null) await opening
    const [engines, code] = await Promise.all([opening, setImmediate().then(() => import('./serve.ts'))])
    return await use(code, { engines, matchThread, logs })
  } catch (error) {
    await matchThread.close()
    throw error
  }
}
