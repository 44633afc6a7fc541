import { type Browser, expect } from '@playwright/test'
import { test } from '#tests/kit/test.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { aDemoVisitor, aVisitor, type Visitor } from '#tests/kit/visitor.ts'

const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const ARTIST = 'ScHoolboy Q'

let server: RunningServer
test.beforeAll(({ demoServer }) => {
  server = demoServer
})

const signedIn = (browser: Browser): Promise<Visitor> => aDemoVisitor(browser, server, desktop)

/** Opens the page of an artist by its name in a list, and returns its path. */
async function openArtist({ page, open }: Visitor): Promise<string> {
  await open(`/search?q=${encodeURIComponent(ARTIST)}`)
  await page.getByRole('link', { name: ARTIST, exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: ARTIST })).toBeVisible()
  return new URL(page.url()).pathname
}

test('a name links to the page of an artist, which plays, saves, and shows fans and related items', async ({ browser }) => {
  const visitor = await signedIn(browser)
  const { page } = visitor
  const path = await openArtist(visitor)
  expect(path).toMatch(/^\/artist\/[\da-f-]{36}$/)
  await expect(page.getByRole('region', { name: 'Fans among your buddies' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Moments' })).toBeVisible()
  await visitor.expectAccessible()

  const save = page.getByRole('button', { name: /^(?:Save|Saved)$/ })
  const wasSaved = (await save.getAttribute('aria-pressed')) === 'true'
  await save.click()
  await expect(save).toHaveAttribute('aria-pressed', String(!wasSaved))
  await page.reload()
  await expect(save).toHaveAttribute('aria-pressed', String(!wasSaved))

  await page.getByRole('button', { name: `Share ${ARTIST}` }).click()
  const dialog = page.getByRole('dialog', { name: `Share ${ARTIST}` })
  const picture = dialog.getByRole('img', { name: /picture with the name/ })
  await expect.poll(() => picture.evaluate((img) => (img instanceof HTMLImageElement ? img.naturalWidth : 0))).toBe(1_200)
  await page.keyboard.press('Escape')

  const related = page.getByRole('region', { name: 'Fans also play' }).getByRole('link').first()
  const name = (await related.textContent()) ?? ''
  await related.click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  await page.setViewportSize(phone)
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(wider).toBeLessThanOrEqual(0)
  await visitor.expectQuiet()
  await visitor.leave()
})

test('a visitor sees the page without names of users, and unknown ids are not found', async ({ browser }) => {
  const member = await signedIn(browser)
  const path = await openArtist(member)
  await member.leave()

  const visitor = await aVisitor(browser, server, desktop)
  const { page } = visitor
  await visitor.open(path)
  await expect(page.getByRole('heading', { level: 1, name: ARTIST })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Fans among your buddies' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: `Play ${ARTIST}` })).toBeVisible()
  await visitor.expectAccessible()

  const html = await (await fetch(new URL(path, page.url()), { headers: { accept: 'text/html' } })).text()
  expect(html).toContain(`<link rel="canonical" href="${new URL(path, page.url()).href}" />`)
  expect(html).toContain(`<title>${ARTIST} · Wavelength</title>`)

  await visitor.open('/artist/00000000-0000-4000-8000-00000000000f')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await visitor.leave()
})
