import { existsSync } from 'node:fs'
import type { Uid } from '#contract/base/ids.ts'
import { readConfig } from '#server/config.ts'
import { operatorCommand } from '#server/features/identity/account/operator-command.ts'
import { startServer } from '#server/main.ts'
import { freePort } from './free-port.ts'
import { assertInstalled, runCommand } from './installation/open-store.ts'

const LOOPBACK = '127.0.0.1'
const FIRST_PORT = 8_800

// Operator commands for one account: npm run operator -- sign-out <user>
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
    const { text, isDone } = await operatorCommand(deps, process.argv.slice(2))
    console.log(text)
    if (!isDone) process.exitCode = 1
  } finally {
    await server.stop()
  }
})
