import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { RunningServer } from '#tests/kit/running-server.ts'
import type { Persona, Theme } from './pages.ts'
import type { StorePicture } from './stores.ts'
import { inLanguage, type State } from './states.ts'

type Session = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>
type Shoot = { width: number; theme: Theme; pages: readonly string[]; persona: Persona | null; state?: State }
type View = { width: number; height: number; scale?: number }

const PASSWORD = 'correct horse battery'
const NEW_USER = { email: 'noa@demo.test', userName: 'noa.new', name: 'Noa New' }
const HALF_WAY = 'half-way@demo.test'
const SETTLES_WITHIN_MS = 6_000
/** Waits for fonts, pictures and transitions. */
const REST_MS = 400

/**
 * Signs users in once and takes screenshots of pages as they see them. If the browser crashes during the hundreds of tall screenshots,
 * unfinished ones are repeated in a new one.
 */
export async function createPhotographer({
  launch,
  server,
  folder,
}: {
  launch: () => Promise<Browser>
  server: RunningServer
  folder: string
}) {
  let taken = 0
  let browser = await launch()
  // Playwright closes the browser at these signals without ending the process, which must not look like a crash.
  let signal: string | null = null
  for (const name of ['SIGTERM', 'SIGHUP'] as const) process.once(name, () => void (signal = name))
  const sessions = new Map<string, Session>()
  async function open({ width, height, scale }: View, session?: Session): Promise<BrowserContext> {
    if (!browser.isConnected()) browser = await launch()
    return browser.newContext({
      viewport: { width, height },
      deviceScaleFactor: scale ?? 1,
      baseURL: server.ready.origin,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      ...(session ? { storageState: session } : {}),
    })
  }

  const enter: Record<Persona, (page: Page) => Promise<void>> = {
    mira: logIn,
    'nobody-yet': signUp,
    'half-way': (page) => register(page, HALF_WAY),
  }

  async function sessionOf(whom: Persona): Promise<Session> {
    const existing = sessions.get(whom)
    if (existing) return existing
    const context = await open(viewOf(1440))
    const page = await context.newPage()
    await enter[whom](page)
    const session = await context.storageState()
    sessions.set(whom, session)
    await context.close()
    return session
  }

  async function logIn(page: Page): Promise<void> {
    const [login] = server.ready.logins
    if (!login) throw new Error('the demo world has no users')
    await page.goto('/login')
    await page.getByLabel('Email').fill(login.email)
    await page.getByLabel('Password', { exact: true }).fill(login.password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL((url) => url.pathname !== '/login')
  }

  async function register(page: Page, email: string): Promise<void> {
    await page.goto('/sign-up')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByLabel('Username').waitFor()
  }

  async function signUp(page: Page): Promise<void> {
    await register(page, NEW_USER.email)
    await page.getByLabel('Username').fill(NEW_USER.userName)
    await page.getByText(`@${NEW_USER.userName} is available.`).waitFor()
    await page.getByLabel('Name', { exact: true }).fill(NEW_USER.name)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Year of birth').fill('1990')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Search artists and channels').fill('Gorillaz')
    await page.getByRole('button', { name: 'Gorillaz', exact: true }).first().click()
    await page.getByRole('button', { name: 'Finish' }).click()
    await page.getByRole('heading', { name: new RegExp(NEW_USER.name) }).waitFor()
  }

  return {
    taken: () => taken,

    /** Ids that addresses need: a buddy of the first person, her chat with them, and pages of items that she discovers. */
    async aUser(): Promise<{ uid: string; chatId: string; items: string[] }> {
      const context = await open(viewOf(1440), await sessionOf('mira'))
      const page = await context.newPage()
      await page.goto('/chat')
      const chat = await page.locator('a[href^="/chat/"]').first().getAttribute('href')
      await page.goto('/search?q=jonas')
      const profile = await page.locator('main a[href^="/profile/"]').first().getAttribute('href')
      await page.goto('/discover_content')
      const items: string[] = []
      for (const kind of ['artist', 'track', 'channel'])
        items.push((await page.locator(`main a[href^="/${kind}/"]`).first().getAttribute('href')) ?? '')
      await context.close()
      return { items, uid: profile?.split('/')[2] ?? '', chatId: chat?.split('/')[2] ?? '' }
    },

    /** Takes all pictures of one width, theme and state; repeats them when the browser crashed. */
    async take(shoot: Shoot): Promise<void> {
      const before = taken
      try {
        await takeOnce(shoot)
      } catch (error) {
        if (signal) throw new Error(`Taking screenshots was stopped by ${signal}.`, { cause: error })
        if (browser.isConnected()) throw error
        console.log('The browser crashed. Its last screenshots are taken again in a new one.')
        taken = before
        await takeOnce(shoot)
      }
    },

    /** Takes one screen of a page on a device, for an app store. */
    async takeScreen({ device, language, path, to, persona }: StorePicture): Promise<void> {
      const context = await open(device, persona === null ? undefined : await sessionOf(persona))
      // Simulates a returning user, who has dismissed the introduction.
      await context.addInitScript(() => localStorage.setItem('wl.print-explained', 'yes'))
      const page = await context.newPage()
      await inLanguage(page, language)
      await page.goto(path)
      await settled(page)
      await page.waitForTimeout(REST_MS)
      // Store screenshots must not show that this server is a preview.
      await page.locator('.wl-preview').evaluateAll((notes: HTMLElement[]) => notes.forEach((note) => (note.style.display = 'none')))
      await page.screenshot({ path: join(folder, to) })
      taken++
      await context.close()
    },

    close: () => browser.close(),
  }

  async function takeOnce({ width, theme, pages, persona, state }: Shoot): Promise<void> {
    const context = await open(viewOf(width), persona === null ? undefined : await sessionOf(persona))
    await context.addInitScript((value) => localStorage.setItem('wl.color-scheme', value), theme)
    const page = await context.newPage()
    await state?.prepare(page)
    for (const path of pages) {
      await page.goto(path)
      if (state?.settles !== false) await settled(page)
      await page.waitForTimeout(REST_MS)
      await page.screenshot({
        path: join(folder, `${nameOf(path, persona)}-${state?.name ?? 'full'}-${width}-${theme}.png`),
        fullPage: true,
      })
      taken++
    }
    await context.close()
  }
}

const viewOf = (width: number): View => ({ width, height: width < 600 ? 844 : 900 })

/** Waits until everything that was requested has been drawn, or has finally failed. A page that never settles gets a screenshot, too. */
async function settled(page: Page): Promise<void> {
  const within = { timeout: SETTLES_WITHIN_MS }
  await page.waitForLoadState('networkidle', within).catch(() => undefined)
  await page
    .locator('main .wl-skeleton:visible')
    .first()
    .waitFor({ state: 'hidden', ...within })
    .catch(() => undefined)
}

/** A file name of an address, without the ids that differ at each start. */
function nameOf(path: string, persona: string | null): string {
  const name = path
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'id')
    .replaceAll(/\W+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return `${name || 'home'}${persona === null ? '-signed-out' : ''}`
}
