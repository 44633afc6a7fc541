import { existsSync } from 'node:fs'
import type { Uid } from '#contract/base/ids.ts'
import { readConfig } from '#server/config.ts'
import { operatorCommand } from '#server/features/identity/account/operator-command.ts'
import { startServer } from '#server/main.ts'
import { readArguments, rejectArguments } from './arguments.ts'
import { freePort } from './free-port.ts'
import { assertInstalled, runCommand } from './installation/open-store.ts'

const LOOPBACK = '127.0.0.1'
const FIRST_PORT = 8_800

const USAGE = `Usage:
  npm run operator -- sign-out <user>      ends all sign-ins of a user and closes their open pages
  npm run operator -- two-step-off <user>  turns off two-step sign-in of a user who lost the app and the recovery codes
  npm run operator -- erase <user> --yes   permanently deletes a user's account and data
  npm run operator -- files                retries file deletions that failed and prints how many remain

<user> is a user name, an email address, or an id. With Firebase, use the name or the id.
With the embedded database, stop the server first. With DATABASE_URL the servers keep running; use a data folder that no
running server uses (DATA_DIR) and the same SECRET, REDIS_URL, and S3 settings.`

const { command, values } = readArguments(USAGE, {
  options: { yes: { type: 'boolean' } },
  commands: { 'sign-out': 1, 'two-step-off': 1, erase: 1, files: 0 },
})
if (values.yes && command[0] !== 'erase') rejectArguments(USAGE, `--yes has no effect on ${command[0]}.`)

await runCommand(async () => {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const config = readConfig({ ...process.env, LOG: process.env['LOG'] || 'off' })
  await assertInstalled(config)
  // Runs a whole server: deletion reaches every feature, and the bus notifies the other servers.
  const server = await startServer({
    // No load balancer sends requests here.
    config: { ...config, host: LOOPBACK, stopDelayMs: 0 },
    port: await freePort(LOOPBACK, FIRST_PORT),
    fakeServices: null,
    development: false,
    addPages: async () => undefined,
    example: null,
  })
  try {
    const { accountData, identity, profiles, uploads } = server.app
    const deps = {
      uidOf: profiles.uidOf,
      uidOfEmail: identity.uidOfEmail,
      exists: identity.exists,
      userNameOf: async (uid: Uid) => (await profiles.get(uid))?.card.user_name ?? null,
      signOut: identity.revokeAll,
      removeSecondFactor: identity.removeSecondFactor,
      erase: accountData.erase,
      files: uploads.deletions,
    }
    const { text, isDone } = await operatorCommand(deps, command, { isConfirmed: values.yes ?? false })
    console.log(text)
    if (!isDone) process.exitCode = 1
  } finally {
    await server.stop()
  }
})
