import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** Headless Chromium. It renders the same pages with half of the CPU time, but shows no notifications. */
const SHELL = 'chromium-headless-shell'
const fixed = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']

export function findChromium(): string | null {
  return [process.env['CHROMIUM_PATH'], ...findInPath(names), ...fixed].find((path) => path !== undefined && isExecutable(path)) ?? null
}

/** The Chromium for most tests: the headless shell if it is installed, else the full one. */
export function findTestChromium(): string | null {
  return process.env['CHROMIUM_PATH'] ? findChromium() : (findInPath([SHELL]).find(isExecutable) ?? findChromium())
}

/** Finds Chromium, or installs Debian's with its headless shell if possible (apt, as root). */
export function ensureChromium(): string | null {
  const found = findChromium()
  if (found || process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return found
  console.log('Installing Chromium for the end-to-end tests …')
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  spawnSync('apt-get', ['update'], options)
  // One at a time: not every distribution has the headless shell.
  for (const name of ['chromium', SHELL]) spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name], options)
  return findChromium()
}

function findInPath(files: readonly string[]): string[] {
  return (process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => files.map((file) => join(folder, file)))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // Missing or not executable: both mean "continue the search".
    return false
  }
}
