import { existsSync } from 'node:fs'
import { readConfig } from '#server/config.ts'
import { moderatorsCommand } from '#server/features/moderation/moderators.command.ts'
import { systemClock } from '#server/platform/clock.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import { readArguments } from './arguments.ts'
import { assertInstalled, runCommand } from './installation/open-store.ts'

const USAGE = `Usage:
  npm run moderator -- add <user>      lets a user handle reports
  npm run moderator -- remove <user>   ends that
  npm run moderator -- list            prints the moderators

<user> is a user name, an email address, or an id. With Firebase, use the name or the id.
With the embedded database the server must be stopped meanwhile; with DATABASE_URL it need not.`

const { command } = readArguments(USAGE, { commands: { add: 1, remove: 1, list: 0 } })

await runCommand(async () => {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const config = readConfig(process.env)
  await assertInstalled(config)
  const log = createLogs({ filter: 'off', pretty: false })('db')
  const database = await openDatabase({ dataDir: config.dataDir, databaseUrl: config.databaseUrl, log })
  try {
    await migrate(database, log)
    const { text, isDone } = await moderatorsCommand({ db: database.db, clock: systemClock }, command)
    console.log(text)
    if (!isDone) process.exitCode = 1
  } finally {
    await database.close()
  }
})
