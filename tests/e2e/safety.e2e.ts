import { expect } from '@playwright/test'
import { anApiUser, befriend } from '#tests/kit/api-user.ts'
import { momentsPage } from '#tests/kit/pages/moments.page.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { test } from '#tests/kit/test.ts'
import { aVisitor, type Visitor } from '#tests/kit/visitor.ts'

let server: RunningServer
test.beforeAll(({ emptyServer }) => {
  server = emptyServer
})

test('a muted word, a bell, a look-alike link, and changed terms', async ({ browser }) => {
  test.setTimeout(180_000)
  const [uma, viktor] = [await anApiUser(server, 'uma', 'Uma Sund'), await anApiUser(server, 'viktor', 'Viktor Aas')]
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

  await test.step('a muted word vanishes until it is unmuted, on an open second device, even one that was offline in the meantime', async () => {
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
    await page.getByRole('button', { name: 'Music and accounts' }).click()
    await expect(page.getByText('Nothing here right now.')).toBeVisible()
  })

  await test.step('after a change of the terms, one page asks to accept them', async () => {
    // The version is part of the program, so the server's answer is changed in transit.
    let hasAccepted = false
    const withTermsToAccept = (user: object) => (hasAccepted ? user : { ...user, must_accept_terms: true })
    await page.route('**/app/auth/check-user-exist', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response: response, json: withTermsToAccept((await response.json()) as object) })
    })
    // The same answer comes with the session.
    await page.route('**/identity/start?**', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { answers: Record<string, object> }
      const user = withTermsToAccept(body.answers['/app/auth/check-user-exist'] ?? {})
      await route.fulfill({ response: response, json: { ...body, answers: { ...body.answers, '/app/auth/check-user-exist': user } } })
    })
    await visitor.open('/notifications')
    await expect(page.getByRole('heading', { name: 'Our terms have changed' })).toBeVisible()
    await visitor.expectAccessible()
    hasAccepted = true
    await page.getByRole('button', { name: 'Accept and continue' }).click()
    await expect(page.getByRole('heading', { name: 'Our terms have changed' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Music and accounts' })).toBeVisible()
  })
  await visitor.expectQuiet()
  await visitor.leave()
})

test('match receipts are shown by day to two users who both share them', async ({ browser }) => {
  const picks = [
    { kind: 'artist', name: 'Norah Jones' },
    { kind: 'artist', name: 'Gregory Porter' },
    { kind: 'channel', name: 'Kurzgesagt' },
  ] as const
  const [nils, pia] = [await anApiUser(server, 'nils', 'Nils Berg', { picks }), await anApiUser(server, 'pia', 'Pia Lind', { picks })]
  await befriend(nils, pia)
  await pia.ask('POST', '/settings/privacy', { match_receipts: true })
  const [desktop, phone] = [await aVisitor(browser, server), await aVisitor(browser, server, { width: 390, height: 844, hasTouch: true })]
  await desktop.signIn(nils.login)
  await phone.signIn(pia.login)
  const card = phone.page.getByRole('region', { name: 'Who opened your match' })
  const share = (visitor: Visitor) =>
    visitor.page
      .getByRole('region', { name: 'Who opened your match' })
      .getByRole('switch', { name: 'Show people that you opened their match' })
  const openMatch = async () => {
    const opened = desktop.page.waitForResponse((response) => response.url().endsWith(`/matches/${pia.uid}/opened`))
    await desktop.open(`/view-connection/${pia.uid}`)
    expect((await opened).status()).toBe(200)
  }

  await test.step('a user who does not share receipts leaves none', async () => {
    await openMatch()
    await phone.open('/settings#known')
    await expect(card.getByText('Nobody who shares this has opened it yet.')).toBeVisible()
  })

  await test.step('the switch in the card is turned on by keyboard, and stays on', async () => {
    await desktop.open('/settings#known')
    await share(desktop).focus()
    await desktop.page.keyboard.press('Space')
    await expect(share(desktop)).toBeChecked()
    await expect(desktop.page.getByText('You haven’t opened the match of anyone who shares this.')).toBeVisible()
    await desktop.page.reload()
    await expect(share(desktop)).toBeChecked()
  })

  await test.step('both see the next receipt under its day', async () => {
    await openMatch()
    await phone.page.reload()
    const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date())
    await expect(card.getByRole('region', { name: today }).getByRole('link', { name: /Nils Berg/ })).toBeVisible()
    await desktop.open('/settings#known')
    await expect(desktop.page.getByRole('region', { name: today }).getByRole('link', { name: /Pia Lind/ })).toBeVisible()
    // When it is off screen, its position may overlap the tab bar.
    await card.getByRole('region', { name: today }).scrollIntoViewIfNeeded()
    for (const theme of ['dark', 'light'] as const) {
      await phone.chooseTheme(theme)
      await phone.expectLegible()
    }
    await phone.expectAccessible()
  })

  await test.step('the row about opened matches links to the card', async () => {
    await phone.page.getByRole('button', { name: 'View: Matches you opened in the last 90 days' }).click()
    await expect(share(phone)).toBeInViewport()
  })

  await test.step('after one switches sharing off, neither sees receipts of the other', async () => {
    await desktop.page.getByRole('searchbox', { name: 'Search settings' }).fill('opened your match')
    await expect(share(desktop)).toBeInViewport()
    await share(desktop).press('Space')
    await expect(share(desktop)).not.toBeChecked()
    await expect(desktop.page.getByText('Pia Lind')).toHaveCount(0)
    await phone.page.reload()
    await expect(card.getByText('Nobody who shares this has opened it yet.')).toBeVisible()
  })
  await Promise.all([desktop.leave(), phone.leave()])
})
