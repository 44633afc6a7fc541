/**
 * Whether a rented machine of 1 GB and one core runs it: `npm start` of a new clone (installation without a cache, build of the web, demo
 * world) and a later start, under a limit of the kernel's control groups without swap. For Linux as root, because it makes such a group.
 * `node tools/launch.mjs bench/small-machine.ts [megabytes]`; 1024 by default.
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#tools/free-port.ts'
import { readNumbers } from '#tools/arguments.ts'
import { machine, saveResult } from './report.ts'

const [MEGABYTES = 1024] = readNumbers('Usage: node bench/small-machine.ts [megabytes]', { most: 1 }).numbers
const TIMEOUT_MS = 20 * 60_000
const folder = mkdtempSync(join(tmpdir(), 'wavelength-small-'))
const clone = join(folder, 'clone')

/** A control group with the limit. Version 1 and 2 of the kernel's interface name their files differently. */
function createGroup() {
  const own = /^\d+:memory:(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1]
  const path = join(own === undefined ? '/sys/fs/cgroup' : `/sys/fs/cgroup/memory${own}`, `wavelength-${process.pid}`)
  mkdirSync(path)
  const write = (name: string, value: string | number) => writeFileSync(join(path, name), String(value))
  const number = (file: string, key: string) =>
    Number(new RegExp(`^${key} (\\d+)$`, 'm').exec(readFileSync(join(path, file), 'utf8'))?.[1] ?? 0)
  const bytes = MEGABYTES * 2 ** 20
  if (own === undefined) {
    write('memory.max', bytes)
    write('memory.swap.max', 0)
  } else {
    write('memory.limit_in_bytes', bytes)
    write('memory.swappiness', 0)
  }
  return {
    path,
    /** Memory of processes, without the kernel's file cache, which it drops when it needs the memory. */
    heldMb: () => Math.round((own === undefined ? number('memory.stat', 'anon') : number('memory.stat', 'total_rss')) / 2 ** 20),
    pids: () => readFileSync(join(path, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean).map(Number),
    killed: () => number(own === undefined ? 'memory.events' : 'memory.oom_control', 'oom_kill'),
  }
}

type Group = ReturnType<typeof createGroup>
type Step = { seconds: number; held_mb: number }

/** Starts the clone on one core inside the group, and waits until it answers. */
async function start(group: Group, port: number): Promise<Record<string, Step>> {
  const began = performance.now()
  // Variables that npm or the launcher set for this process must not reach the clone.
  const { PATH, HOME, NODE_EXTRA_CA_CERTS } = process.env
  const env = { PATH, HOME, NODE_EXTRA_CA_CERTS, PORT: String(port), DATA_DIR: join(folder, 'data'), npm_config_cache: join(folder, 'npm') }
  const enter = `echo $$ > ${group.path}/cgroup.procs && exec taskset -c 0 npm start`
  const server = spawn('sh', ['-c', enter], { cwd: clone, env, stdio: ['ignore', 'inherit', 'inherit'] })
  let exited = false
  server.once('exit', () => (exited = true))
  const steps: Record<string, Step> = {}
  let most = 0
  const reach = async (name: string, isReached: () => Promise<boolean> | boolean) => {
    most = 0
    // oxlint-disable no-await-in-loop -- it is polled
    while (!(await isReached())) {
      if (exited || performance.now() - began > TIMEOUT_MS)
        throw new Error(`the step “${name}” was not reached; processes killed by the kernel: ${group.killed()}`)
      most = Math.max(most, group.heldMb())
      await wait(100)
    }
    // oxlint-enable no-await-in-loop
    steps[name] = { seconds: Math.round((performance.now() - began) / 100) / 10, held_mb: most }
    console.log(name, steps[name])
  }
  try {
    if (!existsSync(join(clone, 'dist/web.built'))) {
      await reach('installed', () => existsSync(join(clone, 'node_modules/.package-lock.json')))
      await reach('built', () => existsSync(join(clone, 'dist/web.built')))
    }
    await reach('ready', () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    return steps
  } finally {
    // npm does not wait for its child processes.
    for (const pid of group.pids()) process.kill(pid, 'SIGTERM')
    // oxlint-disable-next-line no-await-in-loop -- it is polled
    while (group.pids().length > 0) await wait(100)
  }
}

const group = createGroup()
try {
  execFileSync('git', ['clone', '--quiet', '.', clone])
  const port = await freePort('127.0.0.1', 4880)
  const result = { first: await start(group, port), later: await start(group, port), killed: group.killed() }
  await saveResult('small-machine', {
    command: `node tools/launch.mjs bench/small-machine.ts ${MEGABYTES}`,
    machine: { ...machine(), limit: `${MEGABYTES} MB, one core, no swap` },
    result,
  })
} finally {
  rmdirSync(group.path)
  rmSync(folder, { recursive: true, force: true })
}
