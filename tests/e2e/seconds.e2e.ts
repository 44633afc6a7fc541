import { expect } from '@playwright/test'
import { test } from '#tests/kit/test.ts'
import { momentsPage } from '#tests/kit/pages/moments.page.ts'
import { playersPage } from '#tests/kit/pages/players.page.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { aDemoVisitor } from '#tests/kit/visitor.ts'

let server: RunningServer
test.beforeAll(({ demoServer }) => {
  server = demoServer
})

test('a moment, a comment and a share name a second, and the player opens there', async ({ browser }) => {
  const visitor = await aDemoVisitor(browser, server, { width: 1440, height: 900 })
  const { page } = visitor
  await visitor.ask('POST', '/settings/players', { spotify: 'always' })
  const moments = momentsPage(visitor)
  const players = playersPage(visitor)
  const slider = players.bar.getByRole('slider')
  const second = async () => Number(await slider.inputValue())

  await visitor.open('/moments')
  await moments.post('The harp starts here https://open.spotify.com/track/1RKUoGiLEbcXN4GY4spQDx?t=12')
  const card = moments.card('The harp starts here')
  await expect(card.getByText('from 0:12')).toBeVisible()
  await card.getByRole('button', { name: 'Play from 0:12' }).click()
  await expect(slider).toBeVisible()
  await expect.poll(second).toBeGreaterThanOrEqual(11)
  // A track lasts 30 seconds; it must not end during the following steps.
  await players.bar.getByRole('button', { name: /^Pause/ }).click()

  await players.bar.getByRole('button', { name: 'Queue' }).click()
  const share = players.queue.getByRole('link', { name: /^Share from 0:/ })
  await expect(share).toHaveAttribute('href', /shared_url=https%3A%2F%2Fopen\.spotify\.com%2Ftrack%2F\w{22}%3Ft%3D\d+/)
  await page.keyboard.press('Escape')

  await moments.openComments(card)
  await moments.comment('And back at 0:03')
  await moments.comments.getByRole('button', { name: 'Play from 0:03' }).click()
  await expect.poll(second).toBeLessThan(11)
  await expect.poll(second).toBeGreaterThanOrEqual(2)
  await visitor.expectQuiet()
  await visitor.leave()
})
