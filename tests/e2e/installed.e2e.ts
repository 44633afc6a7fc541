import { expect, type Page } from '@playwright/test'
import { test } from '#tests/kit/test.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { aVisitor } from '#tests/kit/visitor.ts'

/* The installed app: link previews, reading offline, sharing from other apps, and the global shortcuts. */

let server: RunningServer
test.beforeAll(({ demoServer }) => {
  server = demoServer
})

const mira = () => {
  const [login] = server.ready.logins
  if (!login) throw new Error('the server printed no login')
  return login
}

test('pages that were read are available offline until the user signs out', async ({ browser }) => {
  test.setTimeout(180_000)
  const visitor = await aVisitor(browser, server, { width: 390, height: 844, mayBeOffline: true, serviceWorker: true })
  const { page, context } = visitor
  // The app stores loaded data seconds later, by the page's clock, which this test controls.
  await page.clock.install()
  const keptLater = async () => {
    await page.clock.fastForward(1_000)
    return storedValues(page)
  }
  await visitor.signIn(mira())
  await visitor.open('/search?q=jonas')
  const profile =
    (await page
      .getByRole('link', { name: /Jonas Weir/ })
      .first()
      .getAttribute('href')) ?? ''
  const name = page.getByRole('heading', { level: 1, name: 'Jonas Weir' })
  const card = page.locator('[data-moment]').first()

  await test.step('pages that were read are cached while online', async () => {
    await visitor.open('/moments')
    await expect(card).toBeVisible()
    await expect.poll(keptLater).toContain('"/app/auth/moments"')
    await visitor.open(profile)
    await expect(name).toBeVisible()
    // Only checks that it exists: its result can't be serialized.
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await expect.poll(keptLater).toContain('"name":"Jonas Weir"')
  })
  await test.step('built files come from the cache, and calls go to the server without the worker', async () => {
    const sources = await sourcesOf(page, async () => {
      await visitor.open('/moments')
      await expect(card).toBeVisible()
    })
    expect(sources.get('/assets')).toEqual(new Set(['cache']))
    expect(sources.get('/app')).toEqual(new Set(['network']))
    await visitor.open(profile)
    await expect(name).toBeVisible()
  })
  await test.step('a full page load while offline shows the cached page', async () => {
    await context.setOffline(true)
    await visitor.open(profile)
    await expect(name).toBeVisible()
    await expect(page.getByText(/You’re offline/)).toBeVisible()
    await visitor.open('/moments')
    await expect(card).toBeVisible()
  })
  await test.step('the service worker caches the files of the app, and no page that the user visited', async () => {
    expect(await page.evaluate(async () => (await caches.keys()).filter((cache) => !cache.includes('precache')))).toEqual([])
  })
  await test.step('signing out online clears the stored data', async () => {
    await context.setOffline(false)
    await expect(page.getByText(/You’re offline/)).toBeHidden({ timeout: 30_000 })
    await visitor.open('/settings#account')
    await page.getByRole('button', { name: 'Log out' }).first().click()
    await expect(page.getByRole('link', { name: 'Sign up' }).first()).toBeVisible()
    await expect.poll(() => storedValues(page)).toBe('[]')
  })
  await test.step('if a sign-in ends while no page is open, the next visit clears the stored data', async () => {
    await visitor.signIn(mira())
    await visitor.open(profile)
    await expect(name).toBeVisible()
    await expect.poll(keptLater).toContain('"name":"Jonas Weir"')
    await visitor.open('about:blank')
    await context.clearCookies()
    await visitor.open('/')
    await expect(page.getByRole('link', { name: 'Sign up' }).first()).toBeVisible()
    await expect.poll(() => storedValues(page)).toBe('[]')
  })
  await visitor.expectQuiet()
  await visitor.leave()
})

test('a shared link waits in the composer; keyboard shortcuts work; previews reveal only public data', async ({ browser, request }) => {
  test.setTimeout(120_000)
  const visitor = await aVisitor(browser, server)
  const { page } = visitor
  await visitor.signIn(mira())
  const link = 'https://youtu.be/dQw4w9WgXcQ'

  await test.step('a shared link goes into a moment', async () => {
    await visitor.open(`/chat?shared_text=${encodeURIComponent(`listen to this ${link}`)}`)
    await visitor.expectAccessible()
    await page.getByRole('dialog').getByRole('button', { name: 'Write a moment' }).click()
    await expect(page.getByRole('textbox').filter({ hasText: 'listen to this' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Attached' }).locator('a[href*="dQw4w9WgXcQ"]')).toBeVisible()
  })
  await test.step('a shared link goes to a buddy', async () => {
    await visitor.open(`/chat?shared_url=${encodeURIComponent(link)}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Send it to a buddy' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Emeka Eze/ })
      .click()
    await expect(page).toHaveURL(/\/chat\/[\w-]+$/)
    await expect(page.getByRole('region', { name: 'Attached' }).locator('a[href*="dQw4w9WgXcQ"]')).toBeVisible()
  })
  await test.step('keyboard shortcuts work', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    const field = page.getByRole('combobox', { name: /people, pages and actions/ })
    await expect(field).toBeFocused()
    await visitor.expectAccessible()
    await field.fill('jonas')
    await expect(page.getByRole('option', { name: /Jonas Weir/ })).toBeVisible()
    await field.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Jonas Weir' })).toBeVisible()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await visitor.expectAccessible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })
  await test.step('the developers’ gallery is not a page of the product', async () => {
    const profile = visitor.path()
    await visitor.open('/gallery')
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
    await visitor.open(profile)
  })
  await test.step('previews contain only public data', async () => {
    const uid = visitor.path().split('/')[2] ?? ''
    const head = async (path: string) =>
      (await (await request.get(server.ready.origin + path, { headers: { accept: 'text/html' } })).text()).split('</head>')[0]
    expect(await head(`/profile/${uid}`)).toContain('<meta property="og:title" content="Jonas Weir (@jonas)" />')
    expect(await head(`/profile/${uid}`)).toContain('<meta name="robots" content="noindex" />')
    expect(await head('/')).toContain('<link rel="canonical"')
    const picture = await request.get(`${server.ready.origin}/app/public/previews/${uid}.png`)
    const { 'content-type': type, 'x-robots-tag': robots } = picture.headers()
    expect([picture.status(), type, robots]).toEqual([200, 'image/png', 'noindex'])
    expect(await (await request.get(`${server.ready.origin}/robots.txt`)).text()).toContain('Disallow: /identity/')
    expect(await (await request.get(`${server.ready.origin}/sitemap.xml`)).text()).toContain('/privacy-policy</loc>')
  })
  // The draft of a moment is shared by all devices of its user, and other tests use the same user.
  await visitor.ask('POST', '/moment-draft', { text: '', audience: 'everyone' })
  await visitor.expectQuiet()
  await visitor.leave()
})

/** Where the browser took these responses from, beyond the service worker's code; by the first part of their address. */
async function sourcesOf(page: Page, happens: () => Promise<void>): Promise<Map<string, Set<string | undefined>>> {
  const browser = await page.context().newCDPSession(page)
  const sources = new Map<string, Set<string | undefined>>()
  browser.on('Network.responseReceived', ({ response: { url, serviceWorkerRouterInfo: info } }) => {
    const [, part = ''] = new URL(url).pathname.split('/')
    sources.set(`/${part}`, (sources.get(`/${part}`) ?? new Set()).add(info?.actualSourceType))
  })
  await browser.send('Network.enable')
  await happens()
  // The first content needs no call of its own; others follow.
  await expect.poll(() => [...sources.keys()]).toEqual(expect.arrayContaining(['/assets', '/app']))
  await browser.detach()
  return sources
}

/** The responses that this browser has cached. */
async function storedValues(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('wavelength-answers', 1)
        opening.onerror = () => reject(new Error('no database'))
        opening.onupgradeneeded = () => opening.result.createObjectStore('answers', { keyPath: 'hash' })
        opening.onsuccess = () => {
          const all = opening.result.transaction('answers').objectStore('answers').getAll()
          all.onsuccess = () => {
            opening.result.close()
            resolve(JSON.stringify(all.result))
          }
        }
      }),
  )
}
