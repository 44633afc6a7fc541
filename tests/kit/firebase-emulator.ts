/* The official Firebase Auth emulator. It has its own package.json, because it is larger than everything else together;
   `npm run test:engines` installs it. It runs without Java. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#tools/free-port.ts'

const folder = new URL('../engines/firebase/', import.meta.url).pathname
const command = join(folder, 'node_modules', 'firebase-tools', 'lib/bin/firebase.js')
const HOST = '127.0.0.1'
const START_WITHIN_MS = 120_000

export const hasFirebaseEmulator = () => existsSync(command)

/** Starts the emulator for one project, in a folder of its own. */
export async function startFirebaseEmulator(projectId: string) {
  const home = mkdtempSync(join(tmpdir(), 'wavelength-firebase-'))
  const port = await freePort(HOST, 0)
  const [hub, logging] = [await freePort(HOST, 0), await freePort(HOST, 0)]
  const emulators = {
    auth: { host: HOST, port },
    hub: { host: HOST, port: hub },
    logging: { host: HOST, port: logging },
    ui: { enabled: false },
  }
  writeFileSync(join(home, 'firebase.json'), JSON.stringify({ emulators }))
  const child = spawn(process.execPath, [command, 'emulators:start', '--only', 'auth', '--project', projectId, '--non-interactive'], {
    cwd: home,
    // No PATH except Node's: without Java.
    env: { HOME: home, CI: '1', PATH: dirname(process.execPath) },
    stdio: 'ignore',
  })
  const host = `${HOST}:${port}`
  const admin = `http://${host}/emulator/v1/projects/${projectId}`
  const asAdmin = { authorization: 'Bearer owner', 'content-type': 'application/json' }

  const lastTry = Date.now() + START_WITHIN_MS
  while (!(await isUp(host))) {
    if (child.exitCode !== null || Date.now() > lastTry) throw new Error(`the Firebase emulator did not start (${child.exitCode})`)
    await pause(200)
  }
  // Projects created since 2023 don't reveal who has an account.
  const emailPrivacyConfig = { enableImprovedEmailPrivacy: true }
  await fetch(`${admin}/config`, { method: 'PATCH', headers: asAdmin, body: JSON.stringify({ emailPrivacyConfig }) })

  return {
    host,
    /** Every email that it would have sent to an account that still exists, oldest first. */
    async mails() {
      type Mails = { oobCodes: { email: string; newEmail?: string; oobCode: string; oobLink: string }[] }
      // The emulator's documented answer.
      return ((await (await fetch(`${admin}/oobCodes`)).json()) as Mails).oobCodes
    },
    async hasAccount(email: string): Promise<boolean> {
      const url = `http://${host}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:lookup`
      const response = await fetch(url, { method: 'POST', headers: asAdmin, body: JSON.stringify({ email: [email] }) })
      return 'users' in ((await response.json()) as object)
    },
    async empty(): Promise<void> {
      await fetch(`${admin}/accounts`, { method: 'DELETE', headers: asAdmin })
    },
    async close(): Promise<void> {
      const exited = once(child, 'exit')
      if (child.exitCode === null && child.kill('SIGTERM')) await exited
      rmSync(home, { recursive: true, force: true })
    },
  }
}

const isUp = (host: string) =>
  fetch(`http://${host}/`).then(
    ({ ok }) => ok,
    () => false,
  )
