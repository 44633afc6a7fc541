/**
 * Lighthouse scores (mobile profile, production build) of the landing page and of signed-in pages. Median of three runs.
 * Lighthouse has 147 MB of packages, so it is not a dependency; install it elsewhere and name its folder:
 *   npm install --prefix /tmp/lighthouse lighthouse@13.5.0
 *   LIGHTHOUSE=/tmp/lighthouse/node_modules/lighthouse node_modules/node/bin/node bench/lighthouse.ts [runs]
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BrowserContext, chromium } from '@playwright/test'
import { startServer } from '#tests/kit/running-server.ts'
import { findChromium } from '#tools/chromium.ts'
import { freePort } from '#tools/free-port.ts'
import { readNumbers } from '#tools/arguments.ts'
import { machine, percentile, saveResult } from './report.ts'

const [RUNS = 3] = readNumbers('Usage: node bench/lighthouse.ts [runs]', { most: 1 }).numbers
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type Category = (typeof CATEGORIES)[number]
/** The part of Lighthouse's result that is used here. */
type Report = {
  lhr: { categories: Record<Category, { score: number | null }>; audits: Record<string, { score: number | null; numericValue?: number }> }
}
type Lighthouse = (address: string, flags: object) => Promise<Report | undefined>

const folder = process.env['LIGHTHOUSE']
if (!folder) throw new Error('LIGHTHOUSE must name the folder of the installed package; the head of this file says how to install it.')
const executablePath = findChromium()
if (!executablePath) throw new Error('This needs Chromium; see CHROMIUM_PATH.')
// Not a dependency, so its types are not here; `Report` names what is used.
const { default: lighthouse } = (await import(pathToFileURL(join(folder, 'core/index.js')).href)) as { default: Lighthouse }
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }

const server = await startServer({ demo: true })
const port = await freePort('127.0.0.1', 9_300)
const profile = mkdtempSync(join(tmpdir(), 'wavelength-lighthouse-'))
const browser = await chromium.launchPersistentContext(profile, {
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
})
try {
  const landing = await measured('/', CATEGORIES)
  const profilePath = await logIn(browser)
  // Signed-in pages are not meant for search engines.
  const signedIn = (path: string) => measured(path, CATEGORIES.slice(0, 3))
  const pages = {
    landing,
    feed: await signedIn('/moments'),
    find_buddies: await signedIn('/find_buddies'),
    chat: await signedIn('/chat'),
    profile: await signedIn(profilePath),
  }
  const result = { question: 'Lighthouse, mobile profile, production build', lighthouse: version, runs: RUNS, pages }
  await saveResult('lighthouse', { command: `bench/lighthouse.ts ${RUNS}`, machine: machine(), result })
  console.log(JSON.stringify(result, null, 2))
} finally {
  await browser.close()
  await server.close()
  rmSync(profile, { recursive: true, force: true })
}

/** Returns the path of the user's profile. */
async function logIn(context: BrowserContext): Promise<string> {
  const [login] = server.ready.logins
  if (!login) throw new Error('the demo world has no users')
  const page = await context.newPage()
  await page.goto(`${server.ready.origin}/login`)
  await page.getByLabel('Email').fill(login.email)
  await page.getByLabel('Password', { exact: true }).fill(login.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
  const profilePath = await page.locator('a[href^="/profile/"]').first().getAttribute('href')
  await page.close()
  if (!profilePath) throw new Error('no link leads to the profile')
  return profilePath
}

async function measured(path: string, categories: readonly Category[]) {
  const reports: Report['lhr'][] = []
  for (let run = 0; run < RUNS; run++) {
    const report = await lighthouse(server.ready.origin + path, {
      port,
      onlyCategories: categories,
      disableStorageReset: path !== '/',
      logLevel: 'error',
    })
    if (!report) throw new Error(`Lighthouse returned no report for ${path}`)
    reports.push(report.lhr)
  }
  const median = (of: (lhr: Report['lhr']) => number | null | undefined) =>
    percentile(
      reports.map((lhr) => of(lhr) ?? Number.NaN),
      0.5,
    )
  const audit = (name: string) => Math.round(median(({ audits }) => audits[name]?.numericValue) * 1_000) / 1_000
  return {
    path,
    scores: Object.fromEntries(categories.map((name) => [name, Math.round(median((lhr) => lhr.categories[name].score) * 100)])),
    lcp_ms: Math.round(audit('largest-contentful-paint')),
    tbt_ms: Math.round(audit('total-blocking-time')),
    cls: audit('cumulative-layout-shift'),
    /** The audits that reduced the score in any run. */
    below_full: [...new Set(reports.flatMap(({ audits }) => Object.keys(audits).filter((name) => audits[name]?.score === 0)))].toSorted(),
  }
}
