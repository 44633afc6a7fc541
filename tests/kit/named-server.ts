import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#tools/free-port.ts'
import type { MemberSettings } from './cluster/cluster.ts'
import { copyEmbeddedDatabase } from './database.ts'
import { reportOutput } from './running-server.ts'

/**
 * A server without users whose pages are at `localhost`: passkeys need a host name, and the others are at 127.0.0.1. It has no fake
 * services.
 */
export async function startNamedServer() {
  const dataDir = mkdtempSync(join(tmpdir(), 'wavelength-named-'))
  await copyEmbeddedDatabase(join(dataDir, 'db'), { isMigrated: true })
  const port = await freePort('127.0.0.1', 0)
  const origin = `http://localhost:${port}`
  const settings: MemberSettings = { origin, fakeServices: null, issuer: null, demo: false, pages: true }
  const child: ChildProcess = spawn('node_modules/node/bin/node', ['tests/kit/cluster/member.ts'], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      DEMO: 'off',
      TRUSTED_PROXIES: '127.0.0.1',
      LOG: process.env['LOG'] ?? '',
      CLUSTER_MEMBER: JSON.stringify(settings),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let written = ''
  const discard = reportOutput(() => written)
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (written += String(part)))
  const exited = once(child, 'exit').then(() => {
    throw new Error(`The server ended while starting:\n${written}`)
  })
  await Promise.race([once(child, 'message'), exited])
  exited.catch(() => undefined)
  return {
    ready: { origin, fakeServices: null, logins: [] },
    async close(): Promise<void> {
      discard()
      if (child.exitCode === null) {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
