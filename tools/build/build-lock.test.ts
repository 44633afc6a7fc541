import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildWhenStale } from './build-lock.ts'

let folder: string
let other: ChildProcess
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'wavelength-lock-'))))
afterEach(() => {
  other.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const lockPath = () => join(folder, 'dist', 'web.lock')
const result = () => join(folder, 'built')

/** Another process in the middle of its build. It finishes after its next input. */
async function startOtherBuild(): Promise<void> {
  const script = `
    const { once } = await import('node:events')
    const { writeFileSync } = await import('node:fs')
    const { buildWhenStale } = await import(${JSON.stringify(new URL('build-lock.ts', import.meta.url).href)})
    const build = async () => {
      process.send('building')
      await once(process, 'message')
      writeFileSync(${JSON.stringify(result())}, '')
    }
    await buildWhenStale({ lockPath: ${JSON.stringify(lockPath())}, isFresh: () => false, build, onWait: () => undefined })
    process.disconnect()`
  other = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await once(other, 'message')
}

function buildHere(onWait: () => void): { done: Promise<void>; builds: string[] } {
  const builds: string[] = []
  const build = async () => void builds.push('here')
  return { builds, done: buildWhenStale({ lockPath: lockPath(), isFresh: () => existsSync(result()), build, onWait }) }
}

test('waits for the build of another process and then uses its result', async () => {
  await startOtherBuild()
  const { done, builds } = buildHere(() => other.send('finish'))
  await done
  expect(builds).toEqual([])
})

test('builds itself when the other process dies in the middle', async () => {
  await startOtherBuild()
  const { done, builds } = buildHere(() => other.kill('SIGKILL'))
  await done
  expect(builds).toEqual(['here'])
})
