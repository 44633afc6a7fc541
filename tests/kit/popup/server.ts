// Started by `popup-server.ts` as a process of its own: the product's server with the stand-in of an issuer and, in place of
// its pages, the harness. Takes orders for the issuer from its parent.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { build } from 'vite'
import { startOidcStandIn } from '#sandbox/oidc/oidc.stand-in.ts'
import { readConfig } from '#server/config.ts'
import { startServer } from '#server/main.ts'
import { freePort } from '#tools/free-port.ts'

const HOST = '127.0.0.1'
const page = `<!doctype html><html lang="en"><head><title>Harness</title><link rel="icon" href="data:,"></head><body>
<button id="sign-in">Sign in</button><button id="confirm">Confirm</button>
<output id="user"></output><output id="outcome"></output><script type="module" src="/harness.js"></script></body></html>`

const dataDir = mkdtempSync(join(tmpdir(), 'wavelength-popup-'))
const port = await freePort(HOST, 0)
const origin = `http://${HOST}:${port}`
const clientId = 'wave'
const issuer = await startOidcStandIn({ host: HOST, port: 0, clientId, clientSecret: null, redirectOrigins: [origin] })
const script = await bundle()
const server = await startServer({
  config: readConfig({ DATA_DIR: dataDir, PORT: String(port), DEMO: 'off', LOG: 'off' }),
  port,
  standIns: null,
  issuerStandIn: { name: 'Example ID', issuer: issuer.origin, clientId },
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
}

async function bundle(): Promise<string> {
  const entry = new URL('./harness.ts', import.meta.url).pathname
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, target: 'es2022', lib: { entry, formats: ['es'] } },
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
