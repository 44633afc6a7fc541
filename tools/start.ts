import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startFakeServices } from '#sandbox/demo/fake-services.ts'
import { hasDemoWorld } from '#sandbox/demo/mark.ts'
import { demoExample, demoLogins } from '#sandbox/demo/people.ts'
import { checkAfterStart } from '#server/checks/checks.ts'
import { settingsWithoutEffect } from '#server/checks/settings.check.ts'
import { readConfig } from '#server/config.ts'
import { type Server, startServer } from '#server/main.ts'
import { wasDataFolderUsed } from '#server/platform/db/embedded/data-folder-lock.ts'
import { servePages } from '#server/platform/http/pages.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import { buildWebWhenStale } from '#tools/build/build-web.ts'
import { hasLittleMemory } from '#tools/build/vite-build.ts'
import { readArguments } from './arguments.ts'
import { exitWith } from './exit-with.ts'
import { freePort } from './free-port.ts'
import { welcome } from './welcome.ts'

const WEB = new URL('../dist/web', import.meta.url).pathname
const USAGE = `Usage:
  npm start                 starts the server, without PUBLIC_URL with the demo world
  npm start -- --empty      starts without demo data
  npm start -- --quick      the demo services answer without a delay
  npm run dev               starts with hot reload; -- --empty works, too`

const {
  dev: development = false,
  empty: isEmpty = false,
  quick: isQuick = false,
} = readArguments(USAGE, {
  options: { dev: { type: 'boolean' }, empty: { type: 'boolean' }, quick: { type: 'boolean' } },
}).values

try {
  await start()
} catch (error) {
  exitWith(error)
}

async function start(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const config = readConfig(process.env, { isServed: true })
  const log = createLogs(config.log)('app')
  for (const problem of settingsWithoutEffect(process.env)) log.warn({ component: 'settings' }, problem)
  const port = config.publicOrigin ? config.port : await freePort(config.host, config.port)
  const origin = config.publicOrigin ?? `http://127.0.0.1:${port}`
  // The build runs while the demo world is created, unless memory is short. Its errors are thrown by addPages.
  const built = development ? Promise.resolve() : buildWebWhenStale()
  built.catch(() => undefined)
  if (hasLittleMemory()) await built
  if (config.demo && !isEmpty && !wasDataFolderUsed(config.dataDir)) await fillDemoWorld(port)

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
    example: config.demo ? demoExample : null,
  })
  // Only a start checks the mail server: commands must not wait for one that hangs.
  void checkAfterStart(config, log)
  if (!isQuick) fakeServices?.slowDown()
  stopOnSignals(server, async () => fakeServices?.close())

  // With Firebase, the demo users have no account.
  const logins = config.demo && !config.firebase && hasDemoWorld(config.dataDir) ? demoLogins : []
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

/** In a separate process: it leaves garbage in all threads, and the system would get that memory back only in part. */
async function fillDemoWorld(port: number): Promise<void> {
  console.log('Filling the demo world …')
  const filling = spawn(process.execPath, [fileURLToPath(new URL('fill-demo.ts', import.meta.url))], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [code]: unknown[] = await once(filling, 'exit')
  // It has printed the reason.
  if (code !== 0) process.exit(1)
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
