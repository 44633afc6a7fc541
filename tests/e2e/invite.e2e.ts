import { expect } from '@playwright/test'
import { anApiUser } from '#tests/kit/api-user.ts'
import { entryPage } from '#tests/kit/pages/entry.page.ts'
import { test } from '#tests/kit/test.ts'
import { aVisitor } from '#tests/kit/visitor.ts'

test('an invitation shows the inviter’s print, then sign-up, the match and the request', async ({ browser, emptyServer: server }) => {
  test.setTimeout(120_000)
  const picks = (['Bonobo', 'Little Dragon', 'Khruangbin', 'Radiohead', 'Moby'] as const).map((name) => ({ kind: 'artist' as const, name }))
  const ines = await anApiUser(server, 'ines', 'Ines Falk', { picks })
  const inviter = await aVisitor(browser, server)
  await inviter.signIn(ines.login)

  await test.step('the link and its QR code are on the user’s profile and on the page for finding buddies', async () => {
    for (const [index, path] of [`/profile/${ines.uid}`, '/find-people', '/blends/new'].entries()) {
      await (index === 0 ? inviter.open(path) : inviter.go(path))
      await inviter.page.getByRole('button', { name: 'Invite friends' }).first().click()
      const dialog = inviter.page.getByRole('dialog', { name: 'Invite friends' })
      await expect(dialog.getByRole('img', { name: 'QR code of your invitation' })).toBeVisible()
      await expect(dialog.getByText(`/invite/${ines.uid}`)).toBeVisible()
      await inviter.page.keyboard.press('Escape')
    }
  })

  const guest = await aVisitor(browser, server)
  await guest.open(`/invite/${ines.uid}`)
  await expect(guest.page.getByRole('heading', { level: 1, name: 'How well do you match Ines Falk?' })).toBeVisible()
  await expect(guest.page.getByText('The lower half is yours')).toBeVisible()
  await guest.expectAccessible()
  await guest.page.getByRole('link', { name: 'See our match' }).click()

  const entry = entryPage(guest)
  const oskar = {
    email: 'oskar.invited@example.test',
    password: 'a rather long one',
    userName: 'oskar.invited',
    name: 'Oskar Lund',
    birthYear: 1990,
    picks: [],
  }
  await entry.signUp(oskar)
  await entry.tryUserName(oskar.userName, `@${oskar.userName} is available.`)
  await guest.page.getByLabel('Name', { exact: true }).fill(oskar.name)
  await guest.page.getByRole('button', { name: 'Continue' }).click()
  await guest.page.getByLabel('Year of birth').fill(String(oskar.birthYear))
  await guest.page.getByRole('button', { name: 'Continue' }).click()
  for (const name of ['Bonobo', 'Little Dragon', 'Khruangbin', 'Radiohead', 'Moby']) {
    await guest.page.getByLabel('Search artists and channels').fill(name)
    await guest.page.getByRole('button', { name, exact: true }).first().click()
  }
  await guest.page.getByRole('button', { name: 'Finish' }).click()

  await guest.page.getByRole('link', { name: 'Continue', exact: true }).click()
  await expect(guest.page).toHaveURL(new RegExp(`/view-connection/${ines.uid}`))
  await expect(guest.page.getByText('Bonobo').first()).toBeVisible()
  await guest.page.getByRole('button', { name: 'Connect with Ines Falk' }).click()
  await guest.page.getByRole('dialog').getByRole('button', { name: 'Send request' }).click()
  await inviter.open('/')
  await expect(inviter.page.getByText('Oskar Lund').first()).toBeVisible()
  await guest.leave()
  await inviter.leave()
})

test('a profile also opens at its user name, and at the old one after a change', async ({ browser, emptyServer: server }) => {
  const [renamed, reader] = [await anApiUser(server, 'lotte.old', 'Lotte Brandt'), await anApiUser(server, 'anouk', 'Anouk Roy')]
  const visitor = await aVisitor(browser, server)
  await visitor.signIn(reader.login)
  const expectProfileAt = async (userName: string) => {
    await visitor.open(`/profile/${userName}`)
    await expect(visitor.page.getByRole('heading', { level: 1, name: 'Lotte Brandt' })).toBeVisible()
    await expect(visitor.page).toHaveURL(new RegExp(`/profile/${renamed.uid}$`))
  }
  const newName = `${renamed.userName}.new`
  await expectProfileAt(renamed.userName)
  await renamed.ask('POST', '/settings/user-name', { user_name: newName })
  for (const userName of [newName, renamed.userName.toUpperCase()]) await expectProfileAt(userName)
  await visitor.expectQuiet()

  await renamed.ask('POST', `/blocks/${reader.uid}`)
  const nobody = async (userName: string) => {
    await visitor.open(`/profile/${userName}`)
    await expect(visitor.page.getByRole('heading', { level: 1, name: 'Person not found' })).toBeVisible()
    return visitor.page.getByRole('main').innerText()
  }
  expect(await nobody(renamed.userName)).toBe(await nobody('has.no.owner'))
  await visitor.leave()
})
