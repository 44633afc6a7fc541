import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The shell without a window draws the same pages with two thirds of the computing. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const fixed = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']

/** Where a Chromium stands on this machine, or null. */
export function findChromium(): string | null {
  const inPath = (process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  return [process.env['CHROMIUM_PATH'], ...inPath, ...fixed].find((path) => path !== undefined && isExecutable(path)) ?? null
}

/** Finds Chromium, or installs Debian's where that is possible (apt, as root). */
export function ensureChromium(): string | null {
  const found = findChromium()
  if (found || process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return found
  console.log('Installing Chromium for the end-to-end tests …')
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  spawnSync('apt-get', ['update'], options)
  // Not every distribution has the shell.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name], options)
    const installed = findChromium()
    if (installed) return installed
  }
  return null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // Not there, or not ours to run: both mean "look further".
    return false
  }
}
