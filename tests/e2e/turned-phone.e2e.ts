import { type Browser, expect, type Locator } from '@playwright/test'
import { test } from '#tests/kit/test.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { aDemoVisitor, type Visitor } from '#tests/kit/visitor.ts'

/* A phone that turns to landscape: what is open stays on the screen. */

const phone = { width: 390, height: 844 }

let server: RunningServer
test.beforeAll(({ demoServer }) => {
  server = demoServer
})

const onPhone = (browser: Browser): Promise<Visitor> => aDemoVisitor(browser, server, { ...phone, hasTouch: true })

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox()
  if (!box) throw new Error('it is not visible')
  return box
}

test('a menu that is open while the phone turns to landscape moves to the side with room', async ({ browser }) => {
  const visitor = await onPhone(browser)
  const { page } = visitor
  await visitor.open('/moments')
  const button = page.getByRole('button', { name: /^More about .* moment$/ }).first()
  // Low enough to have little room below in landscape, and much in portrait.
  await button.evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - 280))
  await button.tap()
  const menu = page.getByRole('menu')
  await expect(menu).toBeVisible()
  const { height: whole } = await boxOf(menu)
  await page.setViewportSize({ width: phone.height, height: phone.width })
  const fit = async () => {
    const [of, shown] = [await boxOf(button), await boxOf(menu)]
    const room = Math.max(of.y, phone.width - of.y - of.height)
    return { isInside: shown.y >= 0 && shown.y + shown.height <= phone.width, usesRoom: shown.height >= Math.min(whole, room - 24) }
  }
  await expect.poll(fit).toEqual({ isInside: true, usesRoom: true })
  await visitor.leave()
})

test('the emoji picker that is open while the phone turns to landscape stays on the screen', async ({ browser }) => {
  const visitor = await onPhone(browser)
  const { page } = visitor
  await visitor.open('/chat')
  await page.locator('.wl-chats-line', { hasText: 'Camille Laurent' }).tap()
  const message = page.getByRole('article', { name: /^Camille Laurent: / }).first()
  await message.tap()
  await message.getByRole('button', { name: 'React with another emoji' }).tap()
  const picker = page.locator('.wl-emoji-picker')
  await expect(picker.getByRole('searchbox')).toBeVisible()
  await page.setViewportSize({ width: phone.height, height: phone.width })
  await expect
    .poll(async () => {
      const { y, height } = await boxOf(picker)
      return y >= 0 && y + height <= phone.width
    })
    .toBe(true)
  await visitor.leave()
})

test('the queue on a phone in landscape shows its items, and scrolls as a whole', async ({ browser }) => {
  const visitor = await onPhone(browser)
  const { page } = visitor
  await page.setViewportSize({ width: phone.height, height: phone.width })
  await page.addInitScript(() => {
    const entries = ['a', 'b', 'c', 'd', 'e'].map((title) => ({
      key: title,
      title,
      by: '',
      from: null,
      playable: { kind: 'video', videoId: title.repeat(11), title, channelName: '' },
    }))
    localStorage.setItem('wl.queue', JSON.stringify({ entries, at: 0 }))
  })
  await visitor.open('/moments')
  await page.getByRole('region', { name: 'Player', exact: true }).getByRole('button', { name: 'Queue' }).tap()
  const queue = page.getByRole('dialog', { name: 'Queue' })
  await expect(queue).toBeVisible()
  const { y, height } = await boxOf(queue)
  const second = await boxOf(queue.getByRole('listitem').nth(1))
  expect(second.y).toBeLessThan(y + height)
  const stop = queue.getByRole('button', { name: 'Stop and close' })
  await stop.scrollIntoViewIfNeeded()
  const { y: stopY, height: stopHeight } = await boxOf(stop)
  expect(stopY + stopHeight).toBeLessThanOrEqual(y + height)
  await visitor.leave()
})
