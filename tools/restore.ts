// npm run restore -- --from <folder of a backup>
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '#server/config.ts'
import { readBackup } from './installation/backup-folder.ts'
import { openStore, runCommand } from './installation/open-store.ts'

await runCommand(async () => {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const { from } = parseArgs({ options: { from: { type: 'string' } } }).values
  if (!from) throw new ConfigError('Name the backup: npm run restore -- --from /backups/2026-11-20')
  const { dataDir, databaseUrl } = readConfig(process.env)
  const database = await openStore(databaseUrl ?? dataDir, { mayBeNew: true })
  try {
    const { tables, made_at: madeAt } = await readBackup(from, { database, dataDir, now: new Date() })
    console.log(`${tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${tables.length} tables are back, as they were on ${madeAt}.`)
    console.log('Everyone must sign in again.')
    console.log(
      'Accounts that were deleted since then are deleted again at the next start, when the list of them (erased) is in the data folder.',
    )
  } finally {
    await database.close()
  }
})
