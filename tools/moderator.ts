import { existsSync } from 'node:fs'
import { readConfig } from '#server/config.ts'
import { moderatorsCommand } from '#server/features/moderation/moderators.command.ts'
import { systemClock } from '#server/platform/clock.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import { assertInstalled, runCommand } from './installation/open-store.ts'

// Manages who may review reports: npm run moderator -- add <user name>
await runCommand(async () => {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const config = readConfig(process.env)
  await assertInstalled(config)
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
})
