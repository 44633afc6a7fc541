import { expect } from '@playwright/test'
import { aCalledPerson, befriend } from '#tests/kit/called-person.ts'
import { momentsPage } from '#tests/kit/pages/moments.page.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { test } from '#tests/kit/test.ts'
import { aVisitor } from '#tests/kit/visitor.ts'

let server: RunningServer
test.beforeAll(({ emptyServer }) => {
  server = emptyServer
})

test('a muted word, a bell, a look-alike link, and changed terms', async ({ browser }) => {
  test.setTimeout(180_000)
  const [uma, viktor] = [await aCalledPerson(server, 'uma', 'Uma Sund'), await aCalledPerson(server, 'viktor', 'Viktor Aas')]
  await befriend(uma, viktor)
  const post = (text: string) => viktor.ask('POST', '/moments', { text, audience: 'everyone' })
  await post('What a spoiler')
  await post('Log in at https://spotlfy.com/login')
  const visitor = await aVisitor(browser, server, { width: 390, height: 844, hasTouch: true })
  await visitor.signIn(uma.login)
  const { page } = visitor
  const feed = momentsPage(visitor)

  await test.step('a link that imitates a known address carries a warning', async () => {
    await feed.open()
    await expect(feed.card('What a spoiler')).toBeVisible()
    await expect(feed.card('Log in at')).toContainText('Careful: this looks like spotify.com')
    await visitor.expectAccessible()
  })

  await test.step('a muted word vanishes until it is unmuted, on an open second device, even one that was offline meanwhile', async () => {
    const other = await aVisitor(browser, server, { mayBeOffline: true })
    await other.signIn(uma.login)
    const otherFeed = momentsPage(other)
    await otherFeed.open()
    await expect(otherFeed.card('What a spoiler')).toBeVisible()
    await visitor.open('/settings#muted')
    const card = page.getByRole('region', { name: 'Muted words, artists, and channels' })
    await card.getByLabel('Word or phrase').fill('Spoiler')
    await card.getByLabel('How long').selectOption('week')
    await card.getByRole('button', { name: 'Mute', exact: true }).click()
    await expect(card.getByText(/^Word · Until /)).toBeVisible()
    await visitor.expectAccessible()
    await expect(otherFeed.card('What a spoiler')).toHaveCount(0)
    await feed.open()
    await expect(feed.card('Log in at')).toBeVisible()
    await expect(feed.card('What a spoiler')).toHaveCount(0)
    await visitor.open('/settings#muted')
    await card.getByRole('button', { name: 'Unmute Spoiler' }).click()
    await expect(card.getByText(/^Word · Until /)).toHaveCount(0)
    await expect(otherFeed.card('What a spoiler')).toBeVisible()

    await other.context.setOffline(true)
    await expect(other.page.getByText(/^You’re offline/).first()).toBeVisible({ timeout: 40_000 })
    await card.getByLabel('Word or phrase').fill('Spoiler')
    await card.getByRole('button', { name: 'Mute', exact: true }).click()
    await expect(card.getByText(/^Word · /)).toBeVisible()
    await expect(otherFeed.card('What a spoiler')).toBeVisible()
    await other.context.setOffline(false)
    await expect(otherFeed.card('What a spoiler')).toHaveCount(0, { timeout: 20_000 })
    await card.getByRole('button', { name: 'Unmute Spoiler' }).click()
    await expect(otherFeed.card('What a spoiler')).toBeVisible()
    await other.leave()
  })

  await test.step('the bell on a profile notifies of the next moment, and the list is filtered', async () => {
    await visitor.open(`/profile/${viktor.uid}`)
    await page.getByRole('button', { name: 'Notify me when Viktor posts' }).click()
    await expect(page.getByRole('button', { name: 'Notify me when Viktor posts', pressed: true })).toBeVisible()
    await post('A new one')
    await visitor.open('/notifications?filter=moments')
    await expect(page.getByRole('link', { name: /Viktor Aas posted a moment/ })).toBeVisible()
    await visitor.expectAccessible()
    await page.getByRole('button', { name: 'Weeks and blends' }).click()
    await expect(page.getByText('Nothing here right now.')).toBeVisible()
  })

  await test.step('after a change of the terms, one page asks to accept them', async () => {
    // The version is part of the program, so the server's answer is changed on its way.
    let hasAccepted = false
    const changed = (user: object) => (hasAccepted ? user : { ...user, must_accept_terms: true })
    await page.route('**/app/auth/check-user-exist', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: changed((await answer.json()) as object) })
    })
    // The same answer comes with the session.
    await page.route('**/identity/start?**', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { answers: Record<string, object> }
      const user = changed(body.answers['/app/auth/check-user-exist'] ?? {})
      await route.fulfill({ response: answer, json: { ...body, answers: { ...body.answers, '/app/auth/check-user-exist': user } } })
    })
    await visitor.open('/notifications')
    await expect(page.getByRole('heading', { name: 'Our terms have changed' })).toBeVisible()
    await visitor.expectAccessible()
    hasAccepted = true
    await page.getByRole('button', { name: 'Accept and continue' }).click()
    await expect(page.getByRole('heading', { name: 'Our terms have changed' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Weeks and blends' })).toBeVisible()
  })
  await visitor.expectQuiet()
  await visitor.leave()
})
