import { expect } from '@playwright/test'
import { appCode } from '#tests/kit/app-code.ts'
import { anApiUser } from '#tests/kit/api-user.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { test } from '#tests/kit/test.ts'
import { aVisitor, type Visitor } from '#tests/kit/visitor.ts'

let server: RunningServer
test.beforeAll(({ emptyServer }) => {
  server = emptyServer
})

type Login = { email: string; password: string }

async function enterPassword({ page }: Visitor, { email, password }: Login): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Code with 6 digits')).toBeFocused()
}

test('a user on a phone turns two-step sign-in on, signs in with the app and with a recovery code, and turns it off', async ({
  browser,
}) => {
  const { login } = await anApiUser(server, 'radia', 'Radia Perlman')
  const visitor = await aVisitor(browser, server, { width: 390, height: 844, hasTouch: true })
  await visitor.signIn(login)
  const { page } = visitor
  await visitor.open('/settings#account')
  const card = page.getByRole('region', { name: 'Two-step sign-in' })
  await card.getByRole('button', { name: 'Turn on' }).click()
  await card.getByLabel('Your password').fill('not the one')
  await page.keyboard.press('Enter')
  await expect(card.getByText('That isn’t your current password.')).toBeVisible()
  await card.getByLabel('Your password').fill(login.password)
  await page.keyboard.press('Enter')
  await expect(card.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const key = await card.locator('code').innerText()
  await card.getByLabel('Code with 6 digits').fill('000000')
  await page.keyboard.press('Enter')
  await expect(card.getByText('That code isn’t right. Try the newest one.')).toBeVisible()
  for (const theme of ['dark', 'light'] as const) {
    await visitor.chooseTheme(theme)
    await visitor.expectLegible()
  }
  await card.getByLabel('Code with 6 digits').fill(appCode(key))
  await page.keyboard.press('Enter')
  const codes = card.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [recovery = ''] = await codes.allInnerTexts()
  await visitor.expectAccessible()
  await card.getByRole('button', { name: 'I saved them' }).click()
  await expect(card.getByText('10 codes left')).toBeVisible()

  const otherBrowser = await aVisitor(browser, server)
  await enterPassword(otherBrowser, login)
  await otherBrowser.page.getByLabel('Code with 6 digits').fill('000000')
  await otherBrowser.page.keyboard.press('Enter')
  await expect(otherBrowser.page.getByText('That code isn’t right. Try the newest one.')).toBeVisible()
  await otherBrowser.expectAccessible()
  await otherBrowser.page.getByLabel('Code with 6 digits').fill(appCode(key))
  await otherBrowser.page.getByLabel('Don’t ask again in this browser for 30 days').check()
  await otherBrowser.page.getByRole('button', { name: 'Log in' }).click()
  await expect(otherBrowser.page).not.toHaveURL(/\/login/)

  const lost = await aVisitor(browser, server)
  await enterPassword(lost, login)
  await lost.page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expect(lost.page.getByLabel('Recovery code')).toBeFocused()
  await lost.page.getByLabel('Recovery code').fill(recovery)
  await lost.page.keyboard.press('Enter')
  await expect(lost.page).not.toHaveURL(/\/login/)

  await page.reload()
  await expect(card.getByText('9 codes left')).toBeVisible()
  await card.getByRole('button', { name: 'Turn off' }).click()
  await card.getByLabel('Your password').fill(login.password)
  await page.keyboard.press('Enter')
  await expect(card.getByRole('button', { name: 'Turn on' })).toBeVisible()
  // The wrong code is answered with 401, which the browser logs.
  for (const person of [visitor, otherBrowser, lost]) await person.leave()
})
