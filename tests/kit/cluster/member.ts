/** One of several servers behind one address, as `npm start` runs it; the fake services run beside it. */
import { demoExample } from '#sandbox/demo/people.ts'
import { readConfig } from '#server/config.ts'
import { startServer } from '#server/main.ts'
import { servePages } from '#server/platform/http/pages.ts'
import type { MemberSettings } from './cluster.ts'

const { CLUSTER_MEMBER: given = '{}', ...env } = process.env
// Written by `startCluster`, which starts this file.
const { origin, fakeServices, issuer, demo, pages } = JSON.parse(given) as MemberSettings
const config = readConfig(env)
const web = new URL('../../../dist/web', import.meta.url).pathname
const server = await startServer({
  config,
  port: config.port,
  reachedAt: origin,
  fakeServices,
  fakeIssuer: issuer,
  development: false,
  addPages: async (app, headOf) => (pages ? servePages(app, web, origin, headOf) : undefined),
  example: demo ? demoExample : null,
})
process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)))
// A killed test leaves no process behind.
process.on('disconnect', () => process.exit(1))
process.send?.('ready')
