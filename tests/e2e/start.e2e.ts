import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { test } from '#tests/kit/test.ts'
import { aCalledPerson } from '#tests/kit/called-person.ts'
import { placeEmbeddedDatabase } from '#tests/kit/database.ts'
import { reportOutput } from '#tests/kit/running-server.ts'

/* The start and stop of the product as seen in the terminal. No browser is needed. */

// Each test has its own folder and processes, so these can run in parallel.
test.describe.configure({ mode: 'parallel' })

let dataDir = ''
const running: ChildProcess[] = []
const forgets: (() => void)[] = []
test.beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'wavelength-start-'))
})
test.afterEach(async () => {
  for (const forget of forgets.splice(0)) forget()
  for (const child of running.splice(0)) await ended(child, 'SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

/** Creating the tables would take most of the time of a test about something else. */
const startedBefore = () => placeEmbeddedDatabase(join(dataDir, 'db'), { isMigrated: true })

type Started = { child: ChildProcess; origin: string }

function launch(env: Record<string, string>): { child: ChildProcess; output: () => string } {
  const child = spawn('node_modules/node/bin/node', ['tools/start.ts', '--empty'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  running.push(child)
  let written = ''
  child.stdout?.on('data', (chunk: Buffer) => (written += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (written += chunk.toString()))
  forgets.push(reportOutput(() => written))
  return { child, output: () => written }
}

async function started(env: Record<string, string> = {}): Promise<Started> {
  const { child, output } = launch(env)
  return new Promise((resolve, reject) => {
    // Only our own start script speaks on this channel.
    child.once('message', (message) => resolve({ child, origin: (message as { origin: string }).origin }))
    child.once('exit', (code) => reject(new Error(`ended with ${code}:\n${output()}`)))
  })
}

/** The exit code and the output of a start that is expected to fail. */
async function failedStart(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const { child, output } = launch(env)
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { code, output: output() }
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode)
    child.once('exit', resolve)
    child.kill(signal)
  })
}

test('Ctrl-C stops it cleanly, and the next start finds all data unchanged', async () => {
  const first = await started()
  expect((await fetch(`${first.origin}/readyz`)).status).toBe(200)
  expect(await ended(first.child, 'SIGINT')).toBe(0)
  const second = await started()
  expect((await fetch(`${second.origin}/readyz`)).status).toBe(200)
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
})

test('a second start on the same folder names the process that uses it', async () => {
  await startedBefore()
  await started()
  const { code, output } = await failedStart({})
  expect(code).toBe(1)
  expect(output).toContain('is in use by another Wavelength server')
  expect(output).not.toContain('    at ')
})

/** Occupies a port below the system's ephemeral ports: the next one stays free until the start uses it. */
async function holdPort(): Promise<{ holder: Server; port: number }> {
  for (let port = 22_000 + (process.pid % 4_000); port < 32_000; port++) {
    const holder = createServer()
    const isHeld = await new Promise<boolean>((resolve) => {
      holder.once('error', () => resolve(false))
      holder.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (isHeld) return { holder, port }
  }
  throw new Error('no port is free')
}

test('uses the next free port when the port is in use', async () => {
  await startedBefore()
  const { holder, port: taken } = await holdPort()
  const { origin } = await started({ PORT: String(taken) })
  expect(Number(new URL(origin).port)).toBeGreaterThan(taken)
  await new Promise((resolve) => holder.close(resolve))
})

test('a public address has no demo world, no fake services and no public operations endpoints', async () => {
  await startedBefore()
  const port = String(20_000 + (process.pid % 20_000))
  const operator = { OPERATOR_NAME: 'Ada Example', OPERATOR_CONTACT: 'ada@wavelength.example' }
  const { origin } = await started({ PUBLIC_URL: 'https://wavelength.example', PORT: port, ...operator })
  expect(origin).toBe('https://wavelength.example')
  const local = `http://127.0.0.1:${port}`
  const offer = await (await fetch(`${local}/app/public/offer`)).json()
  expect(offer).toMatchObject({ preview: false, sources: [], operator: { name: 'Ada Example', contact: 'ada@wavelength.example' } })
  expect(await (await fetch(`${local}/app/public/example-match`)).json()).toEqual({ example: null })
  expect((await fetch(`${local}/metrics`)).status).toBe(404)
  expect((await fetch(`${local}/docs/`)).status).toBe(404)
  expect((await fetch(`${local}/healthz`)).headers.get('strict-transport-security')).toContain('max-age')
  expect(existsSync(join(dataDir, 'demo-world'))).toBe(false)
})

test.describe('doesn’t start, and prints the reason', () => {
  const cases: [string, Record<string, string>, RegExp][] = [
    ['plain HTTP off loopback', { HOST: '0.0.0.0' }, /without TLS/],
    ['demo logins at a public address', { PUBLIC_URL: 'https://wavelength.example', PORT: '18999', DEMO: 'on' }, /DEMO=on is rejected/],
    ['a public address without TLS', { PUBLIC_URL: 'http://wavelength.example' }, /must start with https/],
  ]
  for (const [name, env, sentence] of cases) {
    test(name, async () => {
      const { code, output } = await failedStart(env)
      expect(code).toBe(1)
      expect(output).toMatch(sentence)
      expect(output).not.toContain('    at ')
    })
  }

  test('data without its secret', async () => {
    await startedBefore()
    const first = await started()
    await aCalledPerson({ ready: first }, 'nobody.else', 'Nobody Else')
    await ended(first.child, 'SIGTERM')
    rmSync(join(dataDir, 'secret'))
    const { code, output } = await failedStart({})
    expect(code).toBe(1)
    expect(output).toContain('The secret that encrypted the data is missing.')
  })
})
