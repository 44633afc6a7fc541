import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = 'tests/engines/firebase'

/** Installs the Firebase Auth emulator for the engine tests, unless the locked version is installed. Without it its tests are skipped. */
export function ensureFirebaseEmulator(): void {
  if (isCurrent()) return
  console.log('Installing the Firebase emulator for the engine tests …')
  // Its install scripts build parts that the Auth emulator does not use.
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: FOLDER, stdio: 'inherit' })
  if (status !== 0) console.log('The Firebase emulator could not be installed, so its tests are skipped.')
}

function isCurrent(): boolean {
  const installed = join(FOLDER, 'node_modules/.package-lock.json')
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(FOLDER, 'package-lock.json')).mtimeMs
}
