import { type Browser, expect } from '@playwright/test'
import { test } from '#tests/kit/test.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { aVisitor, type Visitor } from '#tests/kit/visitor.ts'

const phone = { width: 390, height: 844 }
const DAY_MS = 86_400_000

let server: RunningServer
test.beforeAll(({ demoServer }) => {
  server = demoServer
})

/** A week of plays that no other test reads. */
async function openPlays(browser: Browser, options: Parameters<typeof aVisitor>[2] = {}): Promise<Visitor> {
  const login = server.ready.logins.find(({ name }) => name.startsWith('Jonas'))
  if (!login) throw new Error('the server printed no such login')
  const visitor = await aVisitor(browser, server, options)
  await visitor.signIn(login)
  const [from, to] = [107, 101].map((days) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10))
  await visitor.open(`/plays/${from}--${to}`)
  return visitor
}

test('an item is hidden and shown again; a single play and a range are deleted', async ({ browser }) => {
  const { page } = await openPlays(browser)
  const menu = page.getByRole('button', { name: /^More for / }).first()
  const label = (await menu.getAttribute('aria-label')) ?? ''
  const ofItem = page.getByRole('button', { name: label, exact: true })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Hide from your plays' }).click()
  await expect(ofItem).toHaveCount(0)
  await page.getByRole('button', { name: `${label.replace(/^More for /, 'Show ')} again`, exact: true }).click()
  await expect(ofItem).toBeVisible()

  const showPlays = page.getByRole('button', { name: 'Show single plays' })
  await showPlays.click()
  const play = page.getByRole('button', { name: /^Delete .+, .+ (?:AM|PM)$/ }).first()
  const deleted = page.getByRole('button', { name: (await play.getAttribute('aria-label')) ?? '', exact: true })
  await play.click()
  await expect(deleted).toHaveCount(0)
  await page.reload()
  await showPlays.click()
  await expect(play).toBeVisible()
  await expect(deleted).toHaveCount(0)

  await page.getByRole('button', { name: 'Delete this range' }).click()
  await page.getByRole('dialog', { name: 'Delete these plays?' }).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('No plays in this range.')).toBeVisible()
})

test('a long name takes two lines on a phone, and ends with an ellipsis', async ({ browser }) => {
  const { page, open } = await openPlays(browser, { ...phone, hasTouch: true })
  await open('/plays')
  const name = page.getByRole('region', { name: 'Tracks' }).locator('.wl-item-name').first()
  await name.evaluate((link) => (link.textContent = 'A name that is longer than any phone is wide '.repeat(4)))
  const drawn = await name.locator('..').evaluate((line) => {
    const { webkitLineClamp, lineHeight } = getComputedStyle(line)
    return {
      clamp: webkitLineClamp,
      lines: Math.round(line.clientHeight / Number.parseFloat(lineHeight)),
      isCut: line.scrollHeight > line.clientHeight,
    }
  })
  expect(drawn).toEqual({ clamp: '2', lines: 2, isCut: true })
})
