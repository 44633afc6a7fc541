/**
 * How long until the first page: a first start that fills the demo world, a later start, and the landing page in a cold browser,
 * as it is and on a processor four times slower.
 * `node_modules/node/bin/node bench/start.ts [loads]` needs the built web and Chromium.
 */
import { type Browser, chromium } from '@playwright/test'
import { startServer } from '#tests/kit/running-server.ts'
import { findChromium } from '#tools/chromium.ts'
import { readNumbers } from '#tools/arguments.ts'
import { machine, percentile, saveResult } from './report.ts'

const [LOADS = 10] = readNumbers('Usage: node bench/start.ts [loads]', { most: 1 }).numbers
const SLOWER = 4

const executablePath = findChromium()
if (!executablePath) throw new Error('This needs Chromium; see CHROMIUM_PATH.')

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now()
  const result = await work()
  return [result, Math.round(performance.now() - began)]
}

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
        const bytes = resources.reduce((sum, it) => sum + it.transferSize, 0)
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
  const [, laterStartMs] = await timed(() => server.restart('SIGTERM'))
  const loads = { plain: [] as Load[], slow: [] as Load[] }
  for (let at = 0; at < LOADS; at++) {
    loads.plain.push(await load(browser, server.ready.origin, 1))
    loads.slow.push(await load(browser, server.ready.origin, SLOWER))
  }
  const painted = (list: Load[]) =>
    percentile(
      list.map(({ paintedMs }) => paintedMs),
      0.5,
    )
  const result = {
    first_start_ms: firstStartMs,
    later_start_ms: laterStartMs,
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
