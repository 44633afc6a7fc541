import { type Browser, expect } from '@playwright/test'
import { chatPage } from '#tests/kit/pages/chat.page.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { test } from '#tests/kit/test.ts'
import { aDemoVisitor, type Visitor } from '#tests/kit/visitor.ts'

let server: RunningServer
test.beforeAll(({ demoServer }) => {
  server = demoServer
})

type Size = { width: number; height: number; hasTouch?: boolean }

async function inConversation(browser: Browser, size: Size): Promise<Visitor> {
  const visitor = await aDemoVisitor(browser, server, size)
  await visitor.open('/chat')
  await visitor.page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('link', { name: /Sunday listeners/ })
    .click()
  return visitor
}

async function onGroupPage(browser: Browser, size: Size): Promise<Visitor> {
  const visitor = await inConversation(browser, size)
  if (size.width < 600) {
    await visitor.page.getByRole('button', { name: 'More about the conversation with Sunday listeners' }).click()
    await visitor.page.getByRole('menuitem', { name: 'What you share' }).click()
  } else await visitor.page.getByRole('link', { name: 'What you share' }).click()
  await expect(visitor.page.getByRole('heading', { level: 1, name: 'Sunday listeners' })).toBeVisible()
  await expect(visitor.page.getByRole('heading', { name: 'Teach us' })).toBeVisible()
  await expect(visitor.page.locator('.wl-skeleton').first()).toBeHidden()
  return visitor
}

test('beside the conversation are the taste map, the members, and the first items of the safe queue, or shared items', async ({
  browser,
}) => {
  const visitor = await inConversation(browser, { width: 1440, height: 900 })
  const { page } = visitor
  await page.getByRole('button', { name: /^About the group/ }).click()
  const column = page.getByRole('complementary', { name: 'Sunday listeners' })
  const map = column.getByRole('region', { name: 'Taste map' })
  await expect(map.getByRole('list', { name: 'Members by taste' }).getByRole('button')).toHaveCount(6)
  expect(await map.locator('.wl-taste-map').evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  const queue = column.getByRole('region', { name: 'Safe queue' })
  await expect(queue.getByRole('listitem')).toHaveCount(4)
  await expect(queue.getByRole('listitem').first()).toContainText(/Fits \d of 6/)
  await expect(queue.getByRole('button', { name: 'Listen together' })).toBeVisible()
  await visitor.expectAccessible()
  await test.step('a safe queue is made for a mood and sent; its card says how many members it fits, and lists its items', async () => {
    await queue.getByRole('button', { name: 'Make one' }).click()
    const dialog = page.getByRole('dialog', { name: 'Make a safe queue' })
    const choices = dialog.getByRole('group', { name: 'In the mood for' }).getByRole('button')
    await choices.nth(1).click()
    await expect(choices.nth(1)).toHaveAttribute('aria-pressed', 'true')
    await expect(dialog.getByRole('status')).toHaveText(/^\d items\s· \d\d\smin\s· Fits [56] of 6$/)
    await visitor.expectAccessible()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Dinner')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    const card = page.getByRole('region', { name: 'Safe queue: Dinner' })
    await expect(card).toContainText(/\d items\s· \d\d\smin\s· Fits [56] of 6/)
    await card.getByRole('button', { name: 'Show items' }).click()
    expect(await card.getByRole('listitem').count()).toBeGreaterThan(1)
    await expect(page.getByRole('navigation', { name: 'Conversations' }).getByText(/Dinner/)).toBeVisible()
    await visitor.expectAccessible()
  })
  await page.getByRole('button', { name: 'More about the conversation with Sunday listeners' }).click()
  await page.getByRole('menuitem', { name: 'Shared here' }).click()
  await expect(page.getByRole('heading', { name: 'Shared here' })).toBeVisible()
  await expect(column).toBeHidden()
  expect((await page.locator('.wl-messages').boundingBox())?.width).toBeGreaterThan(300)
  await visitor.expectQuiet()
  await visitor.leave()
})

test('a group has a page: its taste map and list, what to play, its blend, and an icebreaker that is only a draft', async ({ browser }) => {
  const visitor = await onGroupPage(browser, { width: 1440, height: 900 })
  const { page } = visitor
  const map = page.getByRole('region', { name: 'Taste map' })
  const faces = map.getByRole('list', { name: 'Members by taste' }).getByRole('button')

  await test.step('the map is one tab stop with arrow keys, and the list has the same pairs', async () => {
    expect(await faces.count()).toBeGreaterThan(3)
    const stop = map.locator('button[data-uid][tabindex="0"]')
    await expect(stop).toHaveCount(1)
    await stop.focus()
    await page.keyboard.press('ArrowRight')
    const chosen = map.getByRole('button', { pressed: true })
    await expect(chosen).toBeFocused()
    await expect(map.locator('output')).toContainText('%')
    await page.keyboard.press('Escape')
    await expect(map.getByRole('button', { pressed: true })).toHaveCount(0)
    await visitor.expectAccessible()
    await map.getByText('List', { exact: true }).click()
    const pairs = map.getByRole('list', { name: 'Matches, closest first' }).getByRole('listitem')
    const percents = (await pairs.allInnerTexts()).map((text) => Number(/(\d+)%/.exec(text)?.[1]))
    expect(percents.length).toBeGreaterThan(2)
    expect(percents).toEqual(percents.toSorted((a, b) => b - a))
    await expect(map.getByText(`Closest: `)).toContainText(`${percents[0]}%`)
  })

  await test.step('the list to play shows how many members each item fits, and the blend marks new items', async () => {
    await expect(
      page
        .getByRole('region', { name: 'Safe queue' })
        .getByText(/Fits \d of \d/)
        .first(),
    ).toBeVisible()
    await expect(
      page
        .getByRole('region', { name: 'Teach us' })
        .getByText(/from (you|\p{Lu})/u)
        .first(),
    ).toBeVisible()
    await expect(page.getByRole('region', { name: 'Play together next' }).getByRole('button', { name: 'Listen together' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Blend' }).getByRole('link', { name: 'Sunday listeners' })).toBeVisible()
  })

  await test.step('no page is wider than the screen, in both themes', async () => {
    for (const [width, theme] of [
      [390, 'light'],
      [768, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 })
      await visitor.chooseTheme(theme)
      const wider = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      await expect.poll(wider).toBeLessThanOrEqual(0)
      await visitor.expectAccessible()
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('an icebreaker fills the composer and sends nothing', async () => {
    const news = page.getByRole('region', { name: 'New in the group' })
    await expect(news.getByText(/^You and .+ are the only two here who love /).first()).toBeVisible()
    await news.getByRole('button', { name: 'Write it' }).first().click()
    await expect(page).toHaveURL(/\/chat\//)
    await expect(chatPage(visitor).composer).toHaveText(/We’re the only two here who love/)
    await expect(chatPage(visitor).message(/the only two here/)).toHaveCount(0)
  })
  await visitor.expectQuiet()
  await visitor.leave()
})

test('on a phone, faces of the taste map are large enough to touch and don’t overlap; a safe queue is made from the composer, and the rows of its card are as high as their text', async ({
  browser,
}) => {
  const visitor = await onGroupPage(browser, { width: 390, height: 844, hasTouch: true })
  const { page } = visitor
  const faces = await page
    .getByRole('list', { name: 'Members by taste' })
    .getByRole('button')
    .evaluateAll((all) =>
      all.map((face) => face.getBoundingClientRect().toJSON() as { x: number; y: number; width: number; height: number }),
    )
  expect(faces.length).toBeGreaterThan(3)
  for (const [index, first] of faces.entries()) {
    expect([first.width, first.height]).toEqual([44, 44])
    for (const second of faces.slice(index + 1)) expect(Math.hypot(first.x - second.x, first.y - second.y)).toBeGreaterThanOrEqual(44)
  }

  await page.getByRole('link', { name: 'Conversation', exact: true }).click()
  await page.getByRole('button', { name: 'Add to the message' }).click()
  await page.getByRole('menuitem', { name: 'Make a safe queue' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make a safe queue' })
  const send = dialog.getByRole('button', { name: 'Send to the group' })
  await expect(send).toBeEnabled()
  await expect(send).toBeInViewport({ ratio: 1 })
  await visitor.expectAccessible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Breakfast')
  await send.click()
  const card = page.getByRole('region', { name: 'Safe queue: Breakfast' })
  await card.getByRole('button', { name: 'Show items' }).click()
  const spare = await card
    .getByRole('listitem')
    .evaluateAll((rows) => rows.map((row) => row.clientHeight - (row.querySelector('.wl-item-row-text')?.clientHeight ?? 0)))
  // How many are safe depends on what other tests did on the same server.
  await expect(card).toContainText(new RegExp(`(?<!\\d)${spare.length} items`))
  expect(Math.min(...spare)).toBeGreaterThan(0)
  await visitor.expectQuiet()
  await visitor.leave()
})
