import { type Browser, expect } from '@playwright/test'
import { test } from '#tests/kit/test.ts'
import { playersPage } from '#tests/kit/pages/players.page.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { aVisitor, type Visitor } from '#tests/kit/visitor.ts'

let server: RunningServer
test.beforeAll(({ demoServer }) => {
  server = demoServer
})

async function loggedIn(browser: Browser, name: string): Promise<Visitor> {
  const login = server.ready.logins.find(({ email }) => email.startsWith(name))
  if (!login) throw new Error(`the server printed no login for ${name}`)
  const visitor = await aVisitor(browser, server)
  await visitor.signIn(login)
  return visitor
}

/** Opens a profile by a search for the username. */
async function openProfile(visitor: Visitor, userName: string): Promise<string> {
  await visitor.open(`/search?q=${userName}`)
  // Artists and tracks whose names contain it are links, too.
  await visitor.page
    .getByRole('main')
    .locator('a[href^="/profile/"]')
    .filter({ hasText: new RegExp(userName, 'i') })
    .first()
    .click()
  await visitor.page.waitForURL(/\/profile\/[0-9a-f-]{36}$/)
  return visitor.path()
}

test('a stranger does not see items that Mira shows only to buddies, and “view as” shows her the same', async ({ browser }) => {
  test.setTimeout(120_000)
  const [mira, jonas] = [await loggedIn(browser, 'mira'), await loggedIn(browser, 'jonas')]
  const profile = await openProfile(jonas, 'mira')
  await expect(jonas.page.getByRole('heading', { name: 'Top artists' })).toBeVisible()

  await mira.open('/settings')
  for (const label of ['Who sees your music', 'Who sees your buddies', 'Who sees how well you match'])
    await mira.page.getByLabel(label).selectOption('Buddies')
  await mira.page.getByRole('link', { name: 'Take a look' }).click()
  const mainOf = (visitor: Visitor) => visitor.page.getByRole('main')
  await expect(mainOf(mira).getByRole('heading', { name: 'Channels', exact: true })).toBeVisible()
  await expect(mainOf(mira).getByRole('heading', { name: 'Top artists' })).toBeHidden()
  await mira.page.getByText('A buddy', { exact: true }).click()
  await expect(mainOf(mira).getByRole('heading', { name: 'Top artists' })).toBeVisible()
  await mira.expectAccessible()

  await jonas.open(profile)
  await expect(mainOf(jonas).getByRole('heading', { name: 'Channels', exact: true })).toBeVisible()
  await expect(mainOf(jonas).getByRole('heading', { name: 'Top artists' })).toBeHidden()
  await expect(mainOf(jonas).getByText(/% match|buddies$/)).toHaveCount(0)
  await jonas.open(`${profile}/buddies`)
  await expect(mainOf(jonas).getByText(/’s buddies are private/)).toBeVisible()
  for (const visitor of [mira, jonas]) await visitor.expectQuiet()
})

test('a cover is cropped and saved, and the pinned item comes first', async ({ browser }) => {
  test.setTimeout(120_000)
  const amara = await loggedIn(browser, 'amara')
  const { page } = amara
  await amara.open('/settings')
  await page.getByRole('main').getByRole('link', { name: 'Profile', exact: true }).click()
  await page.getByRole('button', { name: 'Edit profile' }).click()
  await page.getByTestId('cover').setInputFiles('web/public/icon-512.png')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('slider')).toBeVisible()
  await amara.expectAccessible()
  await dialog.getByRole('button', { name: 'Use this part' }).click()
  await expect(page.getByRole('button', { name: 'Choose another cover' })).toBeVisible()
  const pinned = page.getByRole('combobox', { name: 'Pinned on top' })
  await pinned.click()
  const name = ((await page.getByRole('option').first().textContent()) ?? '').split(' · ')[0] ?? ''
  await pinned.fill(name)
  await page.getByRole('option', { name }).first().click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Pinned' })).toContainText(name)
  await expect(page.locator('.wl-profile-cover')).toHaveJSProperty('complete', true)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Pinned' })).toContainText(name)
  await amara.expectQuiet()
})

test('the settings list muted users and can unmute them', async ({ browser }) => {
  test.setTimeout(120_000)
  const mira = await loggedIn(browser, 'mira')
  const { page } = mira
  await openProfile(mira, 'amara')
  await page.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: /^Mute/ }).click()
  await mira.open('/settings')
  const section = page.getByRole('region', { name: 'Muted and blocked' })
  await expect(section.getByText('@amara')).toBeVisible()
  await section.getByRole('button', { name: /^Unmute/ }).click()
  await expect(section.getByText('@amara')).toBeHidden()
  await mira.expectQuiet()
})

test('the top search finds the pages of people, artists and channels, where the play button plays', async ({ browser }) => {
  test.setTimeout(120_000)
  const mira = await loggedIn(browser, 'mira')
  const { page } = mira
  await mira.open('/')
  const field = page.getByRole('combobox', { name: 'Search', exact: true })
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await field.fill('jonsa')
  await expect(options.filter({ hasText: '@jonas' })).toBeVisible()
  await mira.expectAccessible()
  await field.press('ArrowDown')
  await field.press('Enter')
  await page.waitForURL(/\/profile\//)
  // The new page closes the suggestions once more.
  await expect(page.getByRole('heading', { level: 1, name: 'Jonas Weir' })).toBeVisible()
  await field.fill('Gorillaz')
  await options.filter({ hasText: 'Artist' }).first().click()
  await expect(page).toHaveURL(/\/artist\//)
  await page.getByRole('button', { name: 'Play Gorillaz' }).first().click()
  await expect(playersPage(mira).music).toBeVisible()
  await field.fill('Vsauce')
  await options.filter({ hasText: 'Channel' }).first().click()
  await expect(page).toHaveURL(/\/channel\//)
  await page.getByRole('button', { name: 'Play Vsauce' }).first().click()
  await expect(playersPage(mira).video).toBeVisible()
  await mira.open('/search')
  const recent = page.getByRole('region', { name: 'Recent searches' }).getByRole('listitem')
  await expect(recent).toHaveText(['Vsauce', 'Gorillaz', 'Jonas Weir'])
  await mira.expectQuiet()
})
