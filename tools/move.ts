import { existsSync } from 'node:fs'
import { readConfig } from '#server/config.ts'
import { readArguments, rejectArguments } from './arguments.ts'
import { moveInstallation } from './installation/move-installation.ts'
import { runCommand } from './installation/open-store.ts'

const USAGE = `Usage:
  npm run move -- --from <source> --to <target>   copies an installation, or only its pictures from or to the bucket

Source and target are a data folder, the address of a database (postgres://user:password@host/wavelength), or the word bucket.`

const { from, to } = readArguments(USAGE, { options: { from: { type: 'string' }, to: { type: 'string' } } }).values
if (!from || !to) rejectArguments(USAGE, 'The source or the target is missing.')

await runCommand(async () => {
  if (existsSync('.env')) process.loadEnvFile('.env')
  await moveInstallation({ from, to, settings: readConfig(process.env), say: (line) => console.log(line) })
})
