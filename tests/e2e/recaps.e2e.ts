import { type Browser, type CDPSession, expect } from '@playwright/test'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { test } from '#tests/kit/test.ts'
import { aVisitor, type Visitor } from '#tests/kit/visitor.ts'

const phone = { width: 390, height: 844, hasTouch: true }

let server: RunningServer
test.beforeAll(({ demoServer }) => {
  server = demoServer
})

/** The month before the current one. The demo world has a year of plays. */
function lastMonth(): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7)
}

async function openRecap(browser: Browser, period: string, options: Parameters<typeof aVisitor>[2] = {}): Promise<Visitor> {
  const login = server.ready.logins.find(({ name }) => name.startsWith('Mira'))
  if (!login) throw new Error('the server printed no such login')
  const visitor = await aVisitor(browser, server, options)
  await visitor.signIn(login)
  await visitor.open(`/week/${period}`)
  return visitor
}

/** Swipes sideways over the middle of the page. */
async function swipe(cdp: CDPSession, by: number): Promise<void> {
  const touchAt = (x: number) => [{ x, y: 300 }]
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: touchAt(195) })
  for (const part of [0.25, 0.5, 0.75, 1])
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: touchAt(195 + by * part) })
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('the last week, the last month, and the taste over time of each printed login have all sections', async ({ browser }) => {
  expect(server.ready.logins).toHaveLength(3)
  for (const login of server.ready.logins) {
    const visitor = await aVisitor(browser, server)
    const { page } = visitor
    await visitor.signIn(login)
    await visitor.open('/week')
    const played = page.getByRole('region', { name: 'You played', exact: true })
    await expect(played).toContainText(/2 saved · 1 shared · \d+ discovered/)
    for (const name of [
      'New to you',
      /^(Closer to you|Matches that changed)$/,
      'Brought by your buddies',
      'Brought by you',
      'Played together',
    ])
      await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
    const changed = page.getByRole('region', { name: /^(Closer to you|Matches that changed)$/ })
    const empty = await changed.evaluate(
      (card) => card.getBoundingClientRect().bottom - (card.lastElementChild?.getBoundingClientRect().bottom ?? 0),
    )
    expect(empty).toBeLessThan(40)
    await visitor.go(`/week/${lastMonth()}`)
    await expect(played).toContainText(/[1-9]\d* saved · [1-9]\d* shared · [1-9]\d* discovered/)
    for (const name of ['New to you', /^(Closer to you|Matches that changed)$/, 'Brought by your buddies', 'Played together'])
      await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
    const profile = await page.getByRole('link', { name: 'Profile', exact: true }).getAttribute('href')
    await visitor.go(`${profile}/time`)
    for (const name of ['People who changed you', 'People you changed'])
      await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
    await visitor.expectQuiet()
    await visitor.leave()
  }
})

test('the match with a buddy who allows it is shared as a picture with both names', async ({ browser }) => {
  const visitor = await openRecap(browser, '')
  const { page } = visitor
  const given = page.getByRole('region', { name: 'Brought by you', exact: true })
  await given
    .getByRole('link', { name: /^New to / })
    .first()
    .click()
  await expect(page).toHaveURL(/\/view-connection\//)
  // The address changes before the page does, and the recap has a button of this name too.
  const match = page.getByRole('region', { name: /^You and .+ Now it’s \d+%\.$/ })
  await match.getByRole('button', { name: 'Share picture' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your match as a picture' })
  const picture = dialog.getByRole('img', { name: /^Your match with .+ by month, with both names$/ })
  const sizeOf = () => picture.evaluate((image) => (image instanceof HTMLImageElement ? [image.naturalWidth, image.naturalHeight] : []))
  await expect.poll(sizeOf).toEqual([1_080, 1_350])
  await dialog.getByText('Story', { exact: true }).click()
  await expect.poll(sizeOf).toEqual([1_080, 1_920])
  await expect(dialog.getByRole('link', { name: 'Save picture' })).toHaveAttribute('download', 'match.webp')
  await visitor.expectAccessible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await visitor.expectQuiet()
})

test('a month and its year have a recap; its picture can be saved in two formats; the cards of its story are moved by arrow keys, and Escape closes it', async ({
  browser,
}) => {
  const visitor = await openRecap(browser, lastMonth())
  const { page } = visitor
  await expect(page.getByRole('heading', { name: 'Your month', exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'You played', exact: true })).toBeVisible()
  await visitor.expectAccessible()

  await page.getByRole('button', { name: 'Share picture' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your recap as a picture' })
  const picture = dialog.getByRole('img', { name: /^What you played, .+, with your name$/ })
  const sizeOf = () => picture.evaluate((image) => (image instanceof HTMLImageElement ? [image.naturalWidth, image.naturalHeight] : []))
  await expect.poll(sizeOf).toEqual([1_080, 1_350])
  await dialog.getByText('Story', { exact: true }).click()
  await expect.poll(sizeOf).toEqual([1_080, 1_920])
  await expect(dialog.getByRole('link', { name: 'Save picture' })).toHaveAttribute('download', `recap-${lastMonth()}.webp`)
  await visitor.expectAccessible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await test.step('the cards of the story are moved by arrow keys, and Escape closes it', async () => {
    await page.getByRole('button', { name: 'Play as story' }).click()
    const story = page.getByRole('dialog', { name: 'Your recap as a story' })
    const card = story.getByRole('heading')
    await expect(card).toHaveText('You played')
    await expect(story.getByRole('button', { name: 'Close' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(card).toHaveText('Played the most')
    // A click on a card moves the focus to the dialog around it.
    await story.focus()
    await page.keyboard.press('ArrowLeft')
    await expect(card).toHaveText('You played')
    await visitor.expectAccessible()
    await page.keyboard.press('Escape')
    await expect(story).toHaveCount(0)
  })

  await page.getByRole('radiogroup', { name: 'Period' }).getByText('Year', { exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Your year', exact: true })).toBeVisible()
  expect(visitor.path()).toBe(`/week/${lastMonth().slice(0, 4)}`)
  await expect(page.getByRole('region', { name: 'You played', exact: true })).toBeVisible()
  await visitor.expectQuiet()
})

test('on a phone the cards of the story are swiped; the buttons of a recap stand in one line, and its bars have the width of the card', async ({
  browser,
}) => {
  const visitor = await openRecap(browser, lastMonth(), phone)
  const { page, context } = visitor
  await test.step('the cards of the story are swiped', async () => {
    await page.getByRole('button', { name: 'Play as story' }).tap()
    const card = page.getByRole('dialog', { name: 'Your recap as a story' }).getByRole('heading')
    await expect(card).toHaveText('You played')
    const cdp = await context.newCDPSession(page)
    await swipe(cdp, -120)
    await expect(card).toHaveText('Played the most')
    await swipe(cdp, 120)
    await expect(card).toHaveText('You played')
  })
  const actions = page.locator('.wl-week-head-actions')
  for (const language of ['de', 'es', 'ar', 'en-US']) {
    await visitor.ask('POST', '/settings/language', { language })
    await visitor.open('/week')
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(actions.locator('.wl-button')).toHaveCount(3)
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      const tops = await actions.locator('.wl-button').evaluateAll((all) => all.map((element) => element.getBoundingClientRect().top))
      expect(new Set(tops).size, `${language} at ${width} px`).toBe(1)
      const share = await page
        .locator('.wl-week-days')
        .evaluate((bars) => bars.getBoundingClientRect().width / (bars.closest('section')?.getBoundingClientRect().width ?? 0))
      expect(share).toBeGreaterThan(0.85)
    }
  }
  await visitor.expectQuiet()
  await visitor.leave()
})
