import { expect, type Page, type Route } from '@playwright/test'
import { test } from '#tests/kit/test.ts'
import { fillChat } from '#tests/kit/long-history.ts'
import { chatPage } from '#tests/kit/pages/chat.page.ts'
import { type RunningServer, startServer } from '#tests/kit/running-server.ts'
import { aVisitor } from '#tests/kit/visitor.ts'

const MESSAGES = 10_000
const MAX_ROWS = 120

let server: RunningServer
let chatId = ''
// Its own server: the messages are written before it starts.
test.beforeAll(async () => {
  const prepare = async ({ DATA_DIR = '' }) => void (chatId = await fillChat(DATA_DIR, 'mira', MESSAGES))
  server = await startServer({ demo: true, prepare })
})
test.afterAll(() => server.close())

const rows = (page: Page) => page.locator('.wl-row').count()
const list = (page: Page) => page.getByRole('region', { name: /^Messages with/ })

/** The first message that is completely visible: its text, and its distance from the upper edge of the list. */
const firstShown = (page: Page) =>
  list(page).evaluate((box) => {
    const top = box.getBoundingClientRect().top
    const shown = [...box.querySelectorAll('.wl-message')].filter((row) => row.getBoundingClientRect().top >= top)
    const first = shown.toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)[0]
    return { text: first?.querySelector('.wl-message-text')?.textContent ?? '', top: first ? first.getBoundingClientRect().top - top : NaN }
  })

/** The distance of a message from the upper edge of the list. */
const placeOf = (page: Page, text: string) =>
  list(page).evaluate((box, wanted) => {
    const row = [...box.querySelectorAll('.wl-message')].find(
      (element) => element.querySelector('.wl-message-text')?.textContent === wanted,
    )
    return row ? row.getBoundingClientRect().top - box.getBoundingClientRect().top : NaN
  }, text)

/** Until the list has not moved for three frames. */
const settled = (page: Page) =>
  list(page).evaluate(async (box) => {
    for (let still = 0, top = NaN; still < 3; still = box.scrollTop === top ? still + 1 : 0) {
      top = box.scrollTop
      await new Promise(requestAnimationFrame)
    }
  })

/** Turns the wheel and waits until the list moves, which is later than the event: the next step would measure before it. */
async function wheel(page: Page, pixels: number): Promise<void> {
  const box = list(page)
  await box.hover()
  const topOf = () => box.evaluate((element) => element.scrollTop)
  const [top, end] = [await topOf(), await box.evaluate((element) => element.scrollHeight - element.clientHeight)]
  await page.mouse.wheel(0, pixels)
  if (pixels < 0 ? top > 0 : top < end - 1) await expect.poll(topOf).not.toBe(top)
}

test('a conversation of ten thousand messages draws few rows, never jumps, and can be read both ways', async ({ browser }) => {
  test.setTimeout(240_000)
  const mira = await aVisitor(browser, server, { mayBeOffline: true })
  const login = server.ready.logins[0]
  if (!login) throw new Error('the server printed no login')
  await mira.signIn(login)
  await mira.open(`/chat/${chatId}`)
  const { page } = mira
  const chat = chatPage(mira)
  await expect(chat.message(`message ${MESSAGES}`)).toBeVisible()
  expect(await rows(page)).toBeLessThanOrEqual(MAX_ROWS)

  await test.step('rows of any height are added without moving the message being read', async () => {
    for (let round = 0; round < 8; round++) {
      await settled(page)
      const before = await firstShown(page)
      await wheel(page, -300)
      await expect.poll(() => placeOf(page, before.text)).toBeGreaterThan(before.top + 100)
      await settled(page)
      expect(Math.abs((await placeOf(page, before.text)) - before.top - 300)).toBeLessThanOrEqual(2)
    }
  })

  await test.step('older pages are added above, and the message being read does not move', async () => {
    const waitingRoutes: Route[] = []
    const older = /chat-messages\/.*before=/
    await page.route(older, (route) => void waitingRoutes.push(route))
    for (let round = 0; round < 10; round++) {
      await expect
        .poll(
          async () => {
            if (waitingRoutes.length === 0) await wheel(page, -1_500)
            return waitingRoutes.length
          },
          // The list still moves for some frames, and requests the page afterwards.
          { intervals: [500] },
        )
        .toBe(1)
      await settled(page)
      const before = await firstShown(page)
      await waitingRoutes.shift()?.continue()
      await expect(page.getByRole('button', { name: 'Earlier messages' })).toHaveCount(0)
      await settled(page)
      expect(Math.abs((await placeOf(page, before.text)) - before.top)).toBeLessThanOrEqual(2)
      expect(await rows(page)).toBeLessThanOrEqual(MAX_ROWS)
    }
    await page.unroute(older)
    const { text } = await firstShown(page)
    expect(Number(text.split(' ')[1])).toBeLessThan(MESSAGES - 450)
  })

  await test.step('messages that arrive while scrolled up are counted and move nothing; the button jumps to the newest', async () => {
    await page.getByRole('button', { name: 'Jump to newest' }).click()
    await expect(chat.message(`message ${MESSAGES}`)).toBeVisible()
    await expect(page.getByRole('button', { name: /Jump to newest/ })).toHaveCount(0)
    expect(await rows(page)).toBeLessThanOrEqual(MAX_ROWS)
  })

  await test.step('a message from the middle is shown in its place, and older and newer messages load from there', async () => {
    await mira.open(`/chat/${chatId}?at=5000`)
    await expect(chat.message('message 5000')).toBeFocused()
    // A list that still takes its place ignores the wheel.
    await settled(page)
    for (const [pixels, name] of [
      [4_000, 'after='],
      [-6_000, 'before='],
    ] as const) {
      let isAsked = false
      page.on('request', (request) => (isAsked ||= request.url().includes(name)))
      await expect
        .poll(async () => {
          await wheel(page, pixels)
          return isAsked
        })
        .toBe(true)
    }
    expect(await rows(page)).toBeLessThanOrEqual(MAX_ROWS)
    // The focus stays on the message, although it is off screen now.
    await expect(chat.message('message 5000')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(chat.message('message 5001')).toBeFocused()
  })

  await test.step('sending a message from anywhere scrolls to the end', async () => {
    await chat.write('back here')
    await expect(chat.message('back here')).toBeVisible()
    await expect(chat.message(`message ${MESSAGES}`)).toBeVisible()
  })
  await mira.expectQuiet()
  await mira.leave()
})
