import { type Browser, expect, type Page } from '@playwright/test'
import { test } from '#tests/kit/test.ts'
import { accountRow } from '#tests/kit/exports.ts'
import { importsPage } from '#tests/kit/pages/imports.page.ts'
import { peoplePage } from '#tests/kit/pages/people.page.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { aDemoVisitor, aVisitor, type Visitor } from '#tests/kit/visitor.ts'

let server: RunningServer
test.beforeAll(({ demoServer }) => {
  server = demoServer
})

const mira = (browser: Browser, options: Parameters<typeof aVisitor>[2] = {}): Promise<Visitor> => aDemoVisitor(browser, server, options)

type Found = { item: { id: string; kind: string; name: string; by: string | null } }

test('suggested people can be filtered, read bar by bar and dismissed, and are updated after an import', async ({ browser }) => {
  test.setTimeout(240_000)
  const visitor = await mira(browser)
  const { page } = visitor
  const people = peoplePage(visitor)
  await people.findBuddies()
  const counted = page.getByRole('status').filter({ hasText: /^\d+ people$/ })
  const count = async () => Number.parseInt((await counted.textContent()) ?? '', 10)
  await expect(counted).toBeVisible()
  const total = await count()

  await test.step('the filter shows only recently active people', async () => {
    const active = page.getByRole('button', { name: 'Recently active' })
    await active.click()
    await expect(page).toHaveURL(/active=yes/)
    await expect.poll(count).toBeLessThan(total)
    expect(await count()).toBeGreaterThan(5)
    await active.click()
    await expect.poll(count).toBe(total)
  })

  const [first, second] = await people.ranking()
  await test.step('the print of a card names shared bars, and can be read by keyboard', async () => {
    const card = people.card(second!.name)
    await expect(card.getByText(/^You meet in /)).toBeVisible()
    const print = card.getByRole('slider')
    await expect(print).toHaveAttribute('aria-valuetext', /^You meet in /)
    await print.focus()
    await print.press('End')
    await expect(print).toHaveAttribute('aria-valuetext', /^[A-Z].*: (your #\d+|new to you), /)
    await expect(card.getByText(/^(your #\d+|new to you) · /)).toBeVisible()
    await print.press('Escape')
    await expect(print).toHaveAttribute('aria-valuetext', /^You meet in /)
    await visitor.expectAccessible()
  })

  await test.step('a card counts the items it does not name', async () => {
    const card = people.card(second!.name)
    const text = (await card.locator('footer p').textContent()) ?? ''
    const inCommon = (text.match(/\d+(?= artist| channel)/g) ?? []).reduce((sum, digits) => sum + Number(digits), 0)
    const shared = card.getByRole('list', { name: 'What you share, rarest first' })
    const named = (await shared.getByRole('listitem').count()) - 1
    await expect(shared.getByText(`+${inCommon - named} more`, { exact: true })).toBeVisible()
  })

  await test.step('a dismissed user is not suggested again', async () => {
    await page.getByRole('button', { name: `Not interested in ${first!.name}` }).click()
    await expect(people.card(first!.name)).toBeHidden()
    // Leaving the page sends the dismissal at once.
    await page.goto('/privacy-policy')
    await people.findBuddies()
    await expect(people.card(second!.name)).toBeVisible()
    await expect(people.card(first!.name)).toBeHidden()
    await expect.poll(count).toBe(total - 1)
  })

  await test.step('an import on another device changes the ranking that is open here', async () => {
    const before = await people.ranking()
    const otherBrowser = await mira(browser, { width: 390, height: 844 })
    await otherBrowser.open('/social_connect')
    // Items that metal fans play: far from the user's taste so far.
    const artists = ['Metallica', 'Rage Against The Machine', 'Muse', 'Linkin Park', 'Johnny Cash', 'Elvis Presley', 'Bad Bunny']
    const plays = Array.from({ length: 700 }, (_, index) =>
      accountRow({ artist: artists[index % artists.length]!, track: `Piece ${index}` }),
    )
    await importsPage(otherBrowser).bring({ name: 'StreamingHistory_music_0.json', content: JSON.stringify(plays) }, /700 plays/)
    await expect.poll(() => people.ranking(), { timeout: 15_000 }).not.toEqual(before)
    await otherBrowser.expectQuiet()
    await otherBrowser.leave()
  })
  await visitor.expectQuiet()
  await visitor.leave()
})

test('discoveries have no artist twice in a row, and leave out items the user wants less of on the next page', async ({ browser }) => {
  const visitor = await mira(browser)
  const { page } = visitor
  const open = async (): Promise<Found[]> => {
    const reply = page.waitForResponse((response) => new URL(response.url()).pathname === '/app/auth/discover')
    await visitor.open('/discover_content')
    return ((await (await reply).json()) as { items: Found[] }).items
  }
  const maker = ({ item }: Found): string => (item.by ?? item.name).toLowerCase()
  const items = await open()
  expect(items.length).toBeGreaterThan(10)
  expect(items.filter((item, index) => index > 0 && maker(item) === maker(items[index - 1]!))).toEqual([])
  expect(new Set(items.map(({ item }) => item.kind)).size).toBeGreaterThan(2)

  const tiles = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Less like / }) })
  await expect(tiles.first()).toBeVisible()
  const less = tiles.first().getByRole('button', { name: /^Less like / })
  const name = ((await less.getAttribute('aria-label')) ?? '').replace('Less like ', '')
  const saved = page.waitForResponse((response) => response.url().endsWith('/less') && response.ok())
  await less.click()
  await expect(page.getByRole('button', { name: `Less like ${name}`, exact: true })).toBeHidden()
  await saved
  await page.goto('/privacy-policy')
  expect((await open()).map(({ item }) => item.name)).not.toContain(name)
  await visitor.expectQuiet()
  await visitor.leave()
})

test('a search that finds only artists links only to them', async ({ browser }) => {
  const visitor = await mira(browser)
  await visitor.open('/search?q=bonobo')
  const main = visitor.page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Bonobo' }).first()).toBeVisible()
  await expect(main.getByText('Nobody called “bonobo” was found.')).toBeVisible()
  await expect(main.getByRole('link', { name: 'People on your wavelength' })).toHaveCount(0)
  await visitor.leave()
})

const WIDTHS = [320, 360, 390, 768, 1024, 1440]

test('the names under a print never touch each other, at any width and in any language', async ({ browser }) => {
  const visitor = await aDemoVisitor(browser, server)
  const { page } = visitor
  for (const language of ['de', 'es', 'ar', 'en-US']) {
    await visitor.ask('POST', '/settings/language', { language })
    await visitor.open('/find_buddies')
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    const labels = page.locator('.wl-print-label:visible')
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 })
      await expect.poll(() => labels.count(), `${language} at ${width} px`).toBeGreaterThan(10)
      await expect.poll(() => touching(page), `${language} at ${width} px`).toEqual([])
    }
  }
  await visitor.expectQuiet()
  await visitor.leave()
})

/** Labels of one drawing that overlap, or leave it. */
const touching = (page: Page): Promise<string[]> =>
  page.locator('.wl-print-labels').evaluateAll((drawings) =>
    drawings.flatMap((drawing) => {
      const room = drawing.getBoundingClientRect()
      const labels = [...drawing.children].filter((label) => getComputedStyle(label).visibility === 'visible')
      // The text itself, which may be wider than its box.
      const boxes = labels.map((label) => {
        const text = document.createRange()
        text.selectNodeContents(label)
        return text.getBoundingClientRect()
      })
      return labels.flatMap((label, position) => {
        const box = boxes[position]
        if (!box) return []
        const isOutside = box.left < room.left - 1 || box.right > room.right + 1
        const isTouching = boxes.some((other, index) => index !== position && box.left < other.right && box.right > other.left)
        return isOutside || isTouching ? [label.textContent] : []
      })
    }),
  )
