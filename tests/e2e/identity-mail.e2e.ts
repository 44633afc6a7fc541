import { expect } from '@playwright/test'
import { test } from '#tests/kit/test.ts'
import { type FakeSmtpServer, startFakeSmtpServer } from '#sandbox/smtp/smtp.fake.ts'
import { type RunningServer, startServer } from '#tests/kit/running-server.ts'
import { aVisitor } from '#tests/kit/visitor.ts'

let mail: FakeSmtpServer
let server: RunningServer
// Its own server: only this one sends email.
test.beforeAll(async () => {
  mail = await startFakeSmtpServer()
  server = await startServer({ demo: false, settings: { SMTP_URL: mail.url, MAIL_FROM: 'Wavelength <hello@wavelength.example>' } })
})
test.afterAll(async () => {
  await server.close()
  await mail.close()
})

const linkIn = (text: string) => /https?:\/\/\S+mode=sign-up\S+/.exec(text)?.[0] ?? ''

test('with email, a link finishes a sign-up; without email, the password is enough', async ({ browser }) => {
  const visitor = await aVisitor(browser, server)
  const otherBrowser = await aVisitor(browser, server)
  const { page } = visitor
  await visitor.open('/sign-up')
  await page.getByLabel('Email').fill('rosalind@example.test')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  const arriving = mail.next()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await visitor.expectAccessible()
  const link = linkIn((await arriving).text)

  await otherBrowser.page.goto(link)
  await otherBrowser.page.getByRole('button', { name: 'Finish signing up' }).click()
  await expect(otherBrowser.page.getByText('This link was requested on another device.')).toBeVisible()
  await otherBrowser.page.getByLabel('The password you chose when you signed up').fill('a stranger’s guess')
  await otherBrowser.page.getByRole('button', { name: 'Finish signing up' }).click()
  await expect(otherBrowser.page.getByText('The email or password is wrong.')).toBeVisible()
  await otherBrowser.expectAccessible()

  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Finish signing up')
  await page.getByRole('button', { name: 'Finish signing up' }).click()
  await expect(page).toHaveURL(/\/account-setup$/)

  await otherBrowser.page.goto('about:blank')
  await otherBrowser.page.goto(link)
  await otherBrowser.page.getByRole('button', { name: 'Finish signing up' }).click()
  await expect(otherBrowser.page.getByText('This link is no longer valid. Request a new one.')).toBeVisible()
  await visitor.expectQuiet()
  await visitor.leave()
  await otherBrowser.leave()
})
