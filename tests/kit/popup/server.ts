// Started by `popup-server.ts` as a separate process: the product's server, with the harness beside its pages. Its first argument is the
// origin of a fake of the services behind Firebase; without it, an OpenID Connect issuer is started here that takes commands from the
// parent.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { build } from 'vite'
import { startFakeOidcIssuer } from '#sandbox/oidc/oidc.fake.ts'
import { readConfig } from '#server/config.ts'
import { startServer } from '#server/main.ts'
import { servePages } from '#server/platform/http/pages.ts'
import { copyEmbeddedDatabase } from '../database.ts'
import { buildWebWhenStale } from '#tools/build/build-web.ts'
import { freePort } from '#tools/free-port.ts'
import { catalogs } from '#web/build/catalogs.ts'
import { compileMessages } from '#web/build/compile-messages.ts'

const HOST = '127.0.0.1'
const WEB = new URL('../../../dist/web', import.meta.url).pathname
const page = `<!doctype html><html lang="en"><head><title>Harness</title><link rel="icon" href="data:,"></head><body>
<button id="sign-in">Sign in</button><button id="confirm">Confirm</button><button id="ask">Ask</button>
<output id="user"></output><output id="outcome"></output><output id="server"></output>
<script type="module" src="/harness.js"></script></body></html>`

const toolkit = process.argv[2]
const dataDir = mkdtempSync(join(tmpdir(), 'wavelength-popup-'))
await copyEmbeddedDatabase(join(dataDir, 'db'), { isMigrated: true })
const port = await freePort(HOST, 0)
const origin = `http://${HOST}:${port}`
const clientId = 'wave'
const issuer = await startFakeOidcIssuer({ host: HOST, port: 0, clientId, clientSecret: null, redirectOrigins: [origin] })
const script = await bundle(toolkit ? './firebase-harness.ts' : './harness.ts')
const firebase = toolkit
  ? {
      FIREBASE_PROJECT_ID: 'demo-app',
      FIREBASE_API_KEY: 'key',
      FIREBASE_AUTH_DOMAIN: 'demo-app.firebaseapp.com',
      FIREBASE_METHODS: 'password,google',
    }
  : {}
const keys = '/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'
const server = await startServer({
  config: readConfig({ DATA_DIR: dataDir, PORT: String(port), DEMO: 'off', LOG: 'off', ...firebase }),
  port,
  fakeServices: null,
  fakeIssuer: { name: 'Example ID', issuer: issuer.origin, clientId },
  ...(toolkit ? { google: { keys: `${toolkit}${keys}`, toolkit } } : {}),
  development: false,
  addPages,
  example: null,
})

process.on('message', (order: { isolated: boolean }) => issuer.isolatePages(order.isolated))
process.on('SIGTERM', () => void stop())
process.send?.({ origin, issuer: issuer.origin })

async function addPages(app: FastifyInstance): Promise<void> {
  app.get('/harness', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  app.get('/harness.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script))
  if (!toolkit) return
  await buildWebWhenStale()
  await servePages(app, WEB, origin)
}

async function bundle(name: string): Promise<string> {
  const entry = new URL(name, import.meta.url).pathname
  const built = await build({
    configFile: false,
    logLevel: 'error',
    // Includes the messages of the pages.
    plugins: [catalogs(), compileMessages()],
    // The library's build leaves this placeholder to the application.
    define: { 'process.env.NODE_ENV': '"production"' },
    // A single file: the harness serves no other.
    build: { write: false, target: 'es2022', lib: { entry, formats: ['es'] }, rolldownOptions: { output: { codeSplitting: false } } },
  })
  const [first] = [built].flat()
  const chunk = first && 'output' in first ? first.output[0] : undefined
  if (!chunk) throw new Error('the harness was not built')
  return chunk.code
}

async function stop(): Promise<void> {
  await server.stop()
  await issuer.close()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
}
