import { existsSync } from 'node:fs'
import { readConfig } from '#server/config.ts'
import { readArguments, rejectArguments } from './arguments.ts'
import { readBackup, readNote } from './installation/backup-folder.ts'
import { openStore, runCommand } from './installation/open-store.ts'

const USAGE = `Usage:
  npm run restore -- --from <folder of a backup>   restores it into an empty installation`

const { from } = readArguments(USAGE, { options: { from: { type: 'string' } } }).values
if (!from) rejectArguments(USAGE, 'The backup is missing.')

await runCommand(async () => {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const { dataDir, databaseUrl } = readConfig(process.env)
  // Before a new data folder gets a database.
  await readNote(from)
  const database = await openStore(databaseUrl ?? dataDir, { mayBeNew: true })
  try {
    const { tables, made_at: madeAt } = await readBackup(from, { database, dataDir, now: new Date() })
    console.log(
      `${tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${tables.length} tables were restored, as they were on ${madeAt}.`,
    )
    console.log('Everyone must sign in again.')
    console.log(
      'Accounts that were deleted since then are deleted again at the next start, when the list of them (erased) is in the data folder.',
    )
  } finally {
    await database.close()
  }
})
