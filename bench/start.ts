/**
 * How long until the first page: a first start that fills the demo world, a later start, and the landing page in a cold browser,
 * as it is and on a processor four times slower.
 * `node_modules/node/bin/node bench/start.ts [loads]` needs the built web and Chromium.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Browser, chromium } from '@playwright/test'
import { startServer } from '#tests/kit/running-server.ts'
import { findChromium } from '#tools/chromium.ts'
import { readNumbers } from '#tools/arguments.ts'
import { machine, percentile, saveResult } from './report.ts'

const [LOADS = 10] = readNumbers('Usage: node bench/start.ts [loads]', { most: 1 }).numbers
const SLOWER = 4
/** The first of them fills the cache of compiled code. */
const LATER_STARTS = 6

const executablePath = findChromium()
if (!executablePath) throw new Error('This needs Chromium; see CHROMIUM_PATH.')

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now()
  const result = await work()
  return [result, Math.round(performance.now() - began)]
}

/** One start on existing data as `npm start` makes it, until it prints its address, and the stop. */
async function measureLaterStart(environment: Record<string, string>): Promise<{ startMs: number; stopMs: number }> {
  const env = { ...process.env, ...environment, PORT: '0' }
  const child = spawn(process.execPath, ['tools/launch.mjs', 'tools/start.ts', '--quick'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [, startMs] = await timed(async () => {
    let output = ''
    while (!output.includes('http://')) output += String((await once(child.stdout, 'data'))[0])
  })
  child.stdout.resume()
  const [, stopMs] = await timed(async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  return { startMs, stopMs }
}

const median = (values: number[]): number => percentile(values, 0.5)

type Load = { paintedMs: number; kilobytes: number }

/** One load in a new browser profile: until the largest contentful paint, and the bytes over the wire. */
async function load(browser: Browser, address: string, slower: number): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.goto(address, { waitUntil: 'networkidle' })
  const found = await page.evaluate(
    () =>
      new Promise<{ paintedMs: number; bytes: number }>((resolve) => {
        const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
        const bytes = resources.reduce((sum, resource) => sum + resource.transferSize, 0)
        new PerformanceObserver((list) => resolve({ paintedMs: list.getEntries().at(-1)?.startTime ?? 0, bytes })).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
      }),
  )
  await context.close()
  return { paintedMs: Math.round(found.paintedMs), kilobytes: Math.round(found.bytes / 1024) }
}

const [server, firstStartMs] = await timed(() => startServer({ demo: true }))
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  await server.end('SIGTERM')
  const later = []
  for (let index = 0; index < LATER_STARTS; index++) later.push(await measureLaterStart(server.environment))
  await server.start()
  const loads = { plain: [] as Load[], slow: [] as Load[] }
  for (let index = 0; index < LOADS; index++) {
    loads.plain.push(await load(browser, server.ready.origin, 1))
    loads.slow.push(await load(browser, server.ready.origin, SLOWER))
  }
  const painted = (list: Load[]) => median(list.map(({ paintedMs }) => paintedMs))
  const result = {
    first_start_ms: firstStartMs,
    later_start_ms: median(later.map(({ startMs }) => startMs)),
    stop_ms: median(later.map(({ stopMs }) => stopMs)),
    landing_painted_ms: painted(loads.plain),
    landing_painted_slow_ms: painted(loads.slow),
    landing_kb: loads.plain[0]?.kilobytes ?? 0,
  }
  console.log(result)
  await saveResult('start', { command: `node bench/start.ts ${LOADS}`, machine: machine(), result })
} finally {
  await browser.close()
  await server.close()
}
