import { expect } from '@playwright/test'
import { test } from '#tests/kit/test.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { aDemoVisitor } from '#tests/kit/visitor.ts'

let server: RunningServer
test.beforeAll(({ demoServer }) => {
  server = demoServer
})

test('a member sees who brought an item and whom it fits, removes it with undo, and makes another blend', async ({ browser }) => {
  const visitor = await aDemoVisitor(browser, server)
  const { page } = visitor
  await visitor.open('/blends')
  await page.getByRole('link', { name: 'Kitchen at midnight' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kitchen at midnight' })).toBeVisible()
  await expect(page.getByText('Every item fits at least two of you.')).toBeVisible()

  await expect(page.getByText(/^\d+ items · \d+ tracks, \d+ videos · \d\sh(\s\d+\smin)?$/)).toBeVisible()
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
