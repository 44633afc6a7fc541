// npm run move -- --from <data folder, postgres://... or bucket> --to <data folder, postgres://... or bucket>
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '#server/config.ts'
import { moveInstallation } from './installation/move-installation.ts'
import { runCommand } from './installation/open-store.ts'

await runCommand(async () => {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const { from, to } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } }).values
  if (!from || !to)
    throw new ConfigError('Name the source and the target: npm run move -- --from data --to postgres://user:password@host/wavelength')
  await moveInstallation({ from, to, settings: readConfig(process.env), say: (line) => console.log(line) })
})
