// Runs one of our scripts with the Node of the project, whatever Node started this. Plain JavaScript on purpose: it must run on Node 20.19,
// before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const OLDEST = [20, 19]
const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  fail(`Wavelength needs Node ${OLDEST.join('.')} or newer to start; this is ${process.version}. Get it from https://nodejs.org.`)
}
if (!isInstalled()) install()

const node = ['node_modules/node/bin/node', 'node_modules/node/bin/node.exe'].find((path) => existsSync(path))
if (!node) fail('The project’s own Node is missing from node_modules. Remove node_modules and run this again.')
// Caches compiled code for the next start. The allocator returns free memory (docs/operating.md, "Memory").
const env = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'), ...allocator(), ...process.env }
const child = spawn(node, process.argv.slice(2), { stdio: 'inherit', env })
// A terminal sends Ctrl-C to the whole group; a service manager only to us. Waiting for the child covers both.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))

/** Settings of glibc's allocator; others ignore them. */
function allocator() {
  return { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '131072' }
}

/**
 * Whether node_modules contains everything of the lockfile, according to npm's record of its last install. After `npm prune --omit=dev`,
 * packages for builds and tests are missing, including optional peers of libraries (`devOptional`), and that is fine.
 */
function isInstalled() {
  const record = 'node_modules/.package-lock.json'
  if (!existsSync(record)) return false
  const locked = Object.entries(JSON.parse(readFileSync('package-lock.json', 'utf8')).packages)
  const present = JSON.parse(readFileSync(record, 'utf8')).packages
  const isPruned = !locked.some(([path, { dev }]) => dev && present[path])
  return locked.every(([path, { version, optional, dev, devOptional }]) => {
    const isLeftOut = optional || ((dev || devOptional) && isPruned && !present[path])
    return !path || isLeftOut || present[path]?.version === version
  })
}

function install() {
  console.log('Installing dependencies (the first time this takes about a minute) …')
  const npm = process.env.npm_execpath
  const [command, args] = npm ? [process.execPath, [npm]] : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []]
  // Our own Node is newer than the one that runs npm here, so its warnings about engines would be misleading.
  const done = spawnSync(command, [...args, 'ci', '--loglevel=error', '--no-fund', '--no-audit'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // Packages from npm's cache are all unpacked at once, which takes more than 1 GB; from a registry it is 0.7 GB.
  if (done.signal === 'SIGKILL')
    fail('The system ended npm, most likely for lack of memory. With less than 2 GB, empty its cache first: npm cache clean --force')
  if (done.status !== 0) fail('npm could not install the dependencies. Is a package registry reachable?')
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
