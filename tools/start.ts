import { existsSync } from 'node:fs'
import { startFakeServices } from '#sandbox/demo/fake-services.ts'
import { holdsDemoWorld } from '#sandbox/demo/mark.ts'
import { demoExample, demoLogins } from '#sandbox/demo/people.ts'
import { checkAfterStart, StartRejected } from '#server/checks/checks.ts'
import { misspelled } from '#server/checks/settings.check.ts'
import { ConfigError, readConfig, requireOperator } from '#server/config.ts'
import { type Server, startServer } from '#server/main.ts'
import { DataFolderUnusable } from '#server/platform/db/embedded/data-folder.ts'
import { TooLittleMemory } from '#server/platform/db/embedded/embedded.ts'
import { DataFolderInUse } from '#server/platform/db/embedded/data-folder-lock.ts'
import { servePages } from '#server/platform/http/pages.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import { SecretMissing } from '#server/platform/crypto/installation-secret.ts'
import { buildWebWhenStale } from '#tools/build/build-web.ts'
import { hasLittleMemory } from '#tools/build/vite-build.ts'
import { freePort } from './free-port.ts'
import { welcome } from './welcome.ts'

const WEB = new URL('../dist/web', import.meta.url).pathname
const development = process.argv.includes('--dev')
const wantsDemoWorld = !process.argv.includes('--empty')

try {
  await start()
} catch (error) {
  // These messages are for the operator. Any other error is a bug and shows its stack.
  const explained = [ConfigError, StartRejected, DataFolderInUse, DataFolderUnusable, SecretMissing, TooLittleMemory]
  if (explained.some((kind) => error instanceof kind) && error instanceof Error) console.error(`\n${error.message}\n`)
  else console.error(error)
  process.exit(1)
}

async function start(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const config = readConfig(process.env)
  requireOperator(config)
  for (const { name, nearest } of misspelled(process.env))
    console.warn(`Warning: ${name} is not a setting and has no effect. Did you mean ${nearest}?`)
  const port = config.publicOrigin ? config.port : await freePort(config.host, config.port)
  const origin = config.publicOrigin ?? `http://127.0.0.1:${port}`
  // The build runs while the demo world is created, unless memory is short. Its errors are thrown by addPages.
  const built = development ? Promise.resolve() : buildWebWhenStale()
  built.catch(() => undefined)
  if (hasLittleMemory()) await built

  // Fake services replace services without settings, but never at a public address.
  const fakeServices = config.demo ? await startFakeServices({ redirectOrigin: origin }) : null
  const server = await startServer({
    config,
    port,
    fakeServices: fakeServices?.origins ?? null,
    fakeIssuer: fakeServices?.issuer ?? null,
    development,
    addPages: async (app, headOf) => {
      if (development) return (await import('./dev-pages.ts')).serveDevelopmentPages(app)
      await built
      return servePages(app, WEB, origin, headOf)
    },
    fill: async (parts, isNew) => {
      if (!isNew || !config.demo || !wantsDemoWorld) return
      console.log('Filling the demo world …')
      const { fillDemoWorld } = await import('#sandbox/demo/world.ts')
      await fillDemoWorld(parts)
    },
    example: config.demo ? demoExample : null,
  })
  // Only a start checks the mail server: commands must not wait for one that hangs.
  void checkAfterStart(config, createLogs(config.log)('app'))
  fakeServices?.slowDown()
  stopOnSignals(server, async () => fakeServices?.close())

  // With Firebase, the demo users have no account.
  const logins = config.demo && !config.firebase && holdsDemoWorld(config.dataDir) ? demoLogins : []
  console.log(
    welcome({
      origin: server.origin,
      inbox: server.devInbox,
      logins,
      requestedPort: config.port,
      port,
      dataDir: config.dataDir,
      demo: config.demo,
      hasDocs: config.publicOrigin === null || config.adminToken !== null,
      sendsMail: Boolean(config.mail ?? server.devInbox ?? config.firebase),
    }),
  )
  // The end-to-end tests start this as a child process and read the result here.
  process.send?.({ origin: server.origin, fakeServices: fakeServices?.pages ?? null, logins })
}

function stopOnSignals(server: Server, closeOthers: () => Promise<unknown>): void {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await server.stop()
    await closeOthers()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
}
