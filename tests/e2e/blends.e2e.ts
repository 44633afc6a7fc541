import { expect } from '@playwright/test'
import { test } from '#tests/kit/test.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { anApiUser, befriend } from '#tests/kit/api-user.ts'
import { aDemoVisitor, aVisitor } from '#tests/kit/visitor.ts'

let server: RunningServer
test.beforeAll(({ demoServer }) => {
  server = demoServer
})

test('an invitation shows its parts below each other, and joining by keyboard leads to the mix', async ({ browser }) => {
  const [host, guest] = [await anApiUser(server, 'host', 'Hana Host'), await anApiUser(server, 'guest', 'Gil Guest')]
  await befriend(host, guest)
  const { id } = await host.ask('POST', '/blends', { uids: [guest.uid], time_zone: 'Europe/Berlin' })
  for (const width of [1440, 390]) {
    const visitor = await aVisitor(browser, server, { width })
    const { page } = visitor
    await visitor.signIn(guest.login)
    await visitor.open(`/blend/${String(id)}`)
    const main = page.getByRole('main')
    const join = main.getByRole('button', { name: 'Join the blend' })
    await expect(join).toBeVisible()
    const boxes = await Promise.all(
      [main.getByRole('link', { name: 'Blends' }), main.locator('.wl-blend-head-cover'), main.getByRole('heading'), join].map((part) =>
        part.boundingBox(),
      ),
    )
    const edges = boxes.flatMap((box) => (box ? [Math.round(box.y), Math.round(box.y + box.height)] : []))
    expect(edges).toEqual(edges.toSorted((a, b) => a - b))
    if (width === 390) {
      await join.press('Enter')
      await expect(main.getByRole('heading', { level: 1 })).toBeFocused()
    }
    await visitor.expectQuiet()
    await visitor.leave()
  }
})

test('a member sees who brought an item and whom it fits, removes it with undo, and makes another blend', async ({ browser }) => {
  const visitor = await aDemoVisitor(browser, server)
  const { page } = visitor
  await visitor.open('/blends')
  await page.getByRole('link', { name: 'Kitchen at midnight' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kitchen at midnight' })).toBeVisible()
  await expect(page.getByText('Every item fits at least two of you.')).toBeVisible()

  await expect(page.getByText(/^\d+ items\s· \d+ tracks, \d+ videos\s· \d\sh(\s\d+\smin)?$/)).toBeVisible()
  await expect(page.getByText('Length', { exact: true })).toBeVisible()

  const rows = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Fits \d of \d$/ }) })
  const before = await rows.count()
  expect(before).toBeGreaterThan(30)
  await expect(rows.first().getByText(/^\d+:\d\d$/)).toBeVisible()
  const fits = rows.first().getByRole('button', { name: /^Fits/ })
  await fits.click()
  await expect(fits).toHaveAttribute('aria-expanded', 'true')
  await expect(
    rows
      .first()
      .getByText(/^(In the library|Because of)/)
      .first(),
  ).toBeVisible()

  await rows
    .first()
    .getByRole('button', { name: /^More for / })
    .click()
  await page.getByRole('menuitem', { name: 'Remove for everyone' }).click()
  await expect(rows).toHaveCount(before - 1)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(rows).toHaveCount(before)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('menuitem', { name: /CSV/ }).click()
  expect((await download).suggestedFilename()).toBe('Kitchen at midnight.csv')

  await visitor.open('/blends/new')
  const people = page.getByRole('checkbox')
  await people.first().focus()
  await page.keyboard.press('Space')
  await expect(people.first()).toBeChecked()
  await page.getByRole('button', { name: 'Create blend' }).click()
  await expect(page.getByText(/hasn’t joined yet/)).toBeVisible()
  await page.getByRole('button', { name: 'More for this blend' }).click()
  await page.getByRole('menuitem', { name: 'Leave the blend' }).click()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page).toHaveURL(/\/blends$/)
  await visitor.expectQuiet()
  await visitor.leave()
})

test('with text of twice the size, a blend is as wide as the screen of a phone', async ({ browser }) => {
  const visitor = await aDemoVisitor(browser, server, { width: 390, height: 844 })
  const { page } = visitor
  await visitor.open('/blends')
  await page.getByRole('link', { name: 'Kitchen at midnight' }).click()
  await expect(page.getByRole('button', { name: /^Fits/ }).first()).toBeVisible()
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  // The list measures its rows again.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBeLessThanOrEqual(0)
  await visitor.leave()
})
