import { expect } from '@playwright/test'
import { test } from '#tests/kit/test.ts'
import { anApiUser } from '#tests/kit/api-user.ts'
import { entryPage, type NewPerson } from '#tests/kit/pages/entry.page.ts'
import { playersPage } from '#tests/kit/pages/players.page.ts'
import { aVisitor } from '#tests/kit/visitor.ts'

/* The result of a new user's first two minutes: a match with a reason, something to play, and someone to write to. */

const MAX_MINUTES = 2
const nell: NewPerson = {
  email: 'nell@example.test',
  password: 'a rather long one',
  userName: 'nell',
  name: 'Nell Marlow',
  birthYear: 1997,
  picks: ['Khruangbin', 'Bonobo', 'Little Dragon', 'Vsauce', 'Gorillaz'],
}

test('a new user with five picks meets a match, plays something, and writes to someone within two minutes', async ({
  browser,
  demoServer,
}) => {
  const visitor = await aVisitor(browser, demoServer, { width: 390, height: 844, hasTouch: true })
  const { page } = visitor
  const startedAt = performance.now()

  await visitor.open('/')
  await entryPage(visitor).signUp(nell)
  await expect(page).toHaveURL(/\/account-setup$/)
  await entryPage(visitor).setUpAccount(nell)

  const people = page.getByRole('region', { name: 'People with similar taste' })
  const match = people.getByRole('link').first()
  await test.step('the first match names what both love', async () => {
    await expect(match).toContainText(/\d%/)
    await expect(match).toContainText('You both love')
    const reason = (await match.textContent()) ?? ''
    expect(nell.picks.filter((pick) => reason.includes(pick))).not.toEqual([])
  })

  await test.step('something plays as soon as its player may load', async () => {
    const items = page.getByRole('region', { name: 'Something to play' })
    await items
      .getByRole('button', { name: /^Play / })
      .first()
      .click()
    await page.getByRole('button', { name: 'Load the player' }).click()
    const players = playersPage(visitor)
    await expect(players.spotify.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  })

  await test.step('the request to a match contains an opener', async () => {
    await match.click()
    await expect(page).toHaveURL(/\/view-connection\//)
    await page.getByRole('button', { name: /^Connect with / }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByRole('button', { name: /You love|You’re into|Do you know/ })
      .first()
      .click()
    await expect(dialog.getByRole('textbox')).not.toHaveValue('')
    await dialog.getByRole('button', { name: 'Send request' }).click()
    await expect(page.getByRole('heading', { name: /^Waiting for / })).toBeVisible()
  })

  expect((performance.now() - startedAt) / 60_000).toBeLessThan(MAX_MINUTES)
  await visitor.expectAccessible()
  await visitor.expectQuiet()
  await visitor.leave()
})

/** Each path differs from the one before: the app reports a shown page only when the path changes. */
const emptyPages = [
  '/find_buddies',
  '/discover_content',
  '/moments',
  '/blends',
  '/moments?tab=wavelength',
  '/blends/new',
  '/moments?tab=bookmarks',
  '/chat',
  '/search',
  '/chat?tab=requests',
  '/search?q=wqjxkvv',
  '/chat?tab=archived',
  '/notifications',
  '/chat?starred',
  '/notifications?filter=unread',
  '/chat/no-such-page',
  '/find-people',
  '/saved',
  '/plays',
  '/profile/:uid',
  '/profile/:uid/time',
  '/profile/:uid/buddies',
]

test('without taste and buddies, every empty state links to a next step', async ({ browser, demoServer }) => {
  const bare = await anApiUser(demoServer, 'bare', 'Bare Start')
  const visitor = await aVisitor(browser, demoServer, { width: 390, height: 844, hasTouch: true })
  await visitor.signIn(bare.login)
  await visitor.open('/')
  await expect(visitor.page.getByRole('link', { name: 'Your profile' })).toBeVisible()
  const empty = visitor.page.locator('.wl-state').filter({ visible: true })
  for (const path of emptyPages) {
    await visitor.go(path.replace(':uid', bare.uid))
    await expect(empty.first(), path).toBeVisible()
    for (const state of await empty.all()) await expect(state.locator('a, button').first(), path).toBeVisible()
  }
  await test.step('the lists of a profile without taste also link to a next step', async () => {
    for (const side of ['spotify', 'youtube']) {
      await visitor.go(`/profile/${bare.uid}/${side}`)
      await expect(visitor.page.getByRole('link', { name: /what you love$/ })).toBeVisible()
    }
  })
  await visitor.leave()
})
