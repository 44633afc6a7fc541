import { existsSync } from 'node:fs'
import { ConfigError, readConfig } from '#server/config.ts'
import { moderatorsCommand } from '#server/features/moderation/moderators.command.ts'
import { systemClock } from '#server/platform/clock.ts'
import { DataFolderUnusable } from '#server/platform/db/embedded/data-folder.ts'
import { DataFolderInUse } from '#server/platform/db/embedded/data-folder-lock.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { createLogs } from '#server/platform/observability/log.ts'

// Manages who may review reports: npm run moderator -- add <user name>
try {
  await run()
} catch (error) {
  // These contain a sentence for the operator; anything else is a bug and shows its stack.
  if (error instanceof ConfigError || error instanceof DataFolderInUse || error instanceof DataFolderUnusable)
    console.error(`\n${error.message}\n`)
  else console.error(error)
  process.exit(1)
}

async function run(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const config = readConfig(process.env)
  const log = createLogs({ filter: 'off', pretty: false })('db')
  const database = await openDatabase({ dataDir: config.dataDir, databaseUrl: config.databaseUrl, log })
  try {
    await migrate(database, log)
    const { text, isDone } = await moderatorsCommand({ db: database.db, clock: systemClock }, process.argv.slice(2))
    console.log(text)
    if (!isDone) process.exitCode = 1
  } finally {
    await database.close()
  }
}
