import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { test } from '#tests/kit/test.ts'
import { anApiUser } from '#tests/kit/api-user.ts'
import { copyEmbeddedDatabase } from '#tests/kit/database.ts'
import { reportOutput } from '#tests/kit/running-server.ts'
import { freePort } from '#tools/free-port.ts'

/* The start and stop of the product as seen in the terminal. No browser is needed. */

// Each test has its own folder and processes, so these can run in parallel.
test.describe.configure({ mode: 'parallel' })

let dataDir = ''
const running: ChildProcess[] = []
const forgets: (() => void)[] = []
test.beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'wavelength-start-'))
})
/** Creating the tables would take most of the time. Each run of the tests does that once (`tests/kit/prepared-data.ts`). */
const prepareDatabase = () => copyEmbeddedDatabase(join(dataDir, 'db'), { isMigrated: true })
test.afterEach(async () => {
  for (const discard of forgets.splice(0)) discard()
  for (const child of running.splice(0)) await exitCodeAfter(child, 'SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

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
async function failedStart(env: Record<string, string> = {}): Promise<{ code: number | null; output: string }> {
  const { child, output } = launch(env)
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { code, output: output() }
}

function exitCodeAfter(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode)
    child.once('exit', resolve)
    child.kill(signal)
  })
}

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

/** Signs in with the call of the login page. */
async function statusOfSignIn(origin: string, login: { email: string; password: string }): Promise<number> {
  const headers = { origin, 'content-type': 'application/json' }
  return (await fetch(`${origin}/identity/sign-in/email`, { method: 'POST', headers, body: JSON.stringify(login) })).status
}

test('one folder: a second start is rejected, Ctrl-C stops the first, and the next finds its data, but not without the secret', async () => {
  await prepareDatabase()
  const first = await started()

  await test.step('a second start on the same folder names the process that uses it', async () => {
    const { code, output } = await failedStart()
    expect(code).toBe(1)
    expect(output).toContain('is in use by another Wavelength server')
    expect(output).not.toContain('    at ')
  })

  const user = await anApiUser({ ready: first }, 'nobody.else', 'Nobody Else')
  await test.step('Ctrl-C stops it cleanly', async () => {
    expect((await fetch(`${first.origin}/readyz`)).status).toBe(200)
    expect(await exitCodeAfter(first.child, 'SIGINT')).toBe(0)
  })

  const { holder, port: taken } = await holdPort()
  const second = await started({ PORT: String(taken) })
  await test.step('the next start uses the next free port when the port is in use, and finds all data unchanged', async () => {
    expect(Number(new URL(second.origin).port)).toBeGreaterThan(taken)
    expect((await fetch(`${second.origin}/readyz`)).status).toBe(200)
    expect(await statusOfSignIn(second.origin, user.login)).toBe(200)
    expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  })
  await new Promise((resolve) => holder.close(resolve))

  await test.step('data without its secret doesn’t start, and the reason is printed', async () => {
    await exitCodeAfter(second.child, 'SIGTERM')
    rmSync(join(dataDir, 'secret'))
    const { code, output } = await failedStart()
    expect(code).toBe(1)
    expect(output).toContain('The secret that encrypted the data is missing.')
  })
})

test('a public address has no demo world, no fake services and no public operations endpoints', async () => {
  await prepareDatabase()
  const port = String(await freePort('127.0.0.1', 0))
  const operator = { OPERATOR_NAME: 'Ada Example', OPERATOR_CONTACT: 'ada@wavelength.example' }
  const { origin } = await started({ PUBLIC_URL: 'https://wavelength.example', PORT: port, ...operator })
  expect(origin).toBe('https://wavelength.example')
  const local = `http://127.0.0.1:${port}`
  const capabilities = await (await fetch(`${local}/app/public/offer`)).json()
  expect(capabilities).toMatchObject({ preview: false, sources: [], operator: { name: 'Ada Example', contact: 'ada@wavelength.example' } })
  expect(await (await fetch(`${local}/app/public/example-match`)).json()).toEqual({ example: null })
  expect((await fetch(`${local}/metrics`)).status).toBe(404)
  expect((await fetch(`${local}/docs/`)).status).toBe(404)
  expect((await fetch(`${local}/healthz`)).headers.get('strict-transport-security')).toContain('max-age')
  expect(existsSync(join(dataDir, 'demo-world'))).toBe(false)
})

test('plain HTTP off loopback doesn’t start, and the reason is printed', async () => {
  const { code, output } = await failedStart({ HOST: '0.0.0.0' })
  expect(code).toBe(1)
  expect(output).toMatch(/without TLS/)
  expect(output).not.toContain('    at ')
})
