import { existsSync } from 'node:fs'
import { readConfig } from '#server/config.ts'
import { readArguments, rejectArguments } from './arguments.ts'
import { writeBackup } from './installation/backup-folder.ts'
import { openStore, runCommand } from './installation/open-store.ts'

const USAGE = `Usage:
  npm run backup -- --to <new folder>   writes the whole installation into it, such as /backups/2026-11-20`

const { to } = readArguments(USAGE, { options: { to: { type: 'string' } } }).values
if (!to) rejectArguments(USAGE, 'The target folder is missing.')

await runCommand(async () => {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const { dataDir, databaseUrl, bucket } = readConfig(process.env)
  const database = await openStore(databaseUrl ?? dataDir)
  try {
    const { tables, has_files: hasFiles, has_secret: hasSecret } = await writeBackup(to, { database, dataDir, now: new Date() })
    console.log(`${tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${tables.length} tables are in ${to}.`)
    if (bucket) console.log(`Pictures are in the bucket ${bucket.bucket}, which needs a backup of its own.`)
    else console.log(hasFiles ? 'The pictures are in it too.' : 'There are no pictures yet.')
    console.log(
      hasSecret
        ? 'It holds the secret of the installation: keep it where nobody else can read it.'
        : 'The secret is yours (SECRET): keep it beside.',
    )
  } finally {
    await database.close()
  }
})
