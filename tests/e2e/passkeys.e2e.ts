import { type Browser, expect } from '@playwright/test'
import { aCalledPerson } from '#tests/kit/called-person.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { test } from '#tests/kit/test.ts'
import { aVisitor } from '#tests/kit/visitor.ts'

let server: RunningServer
test.beforeAll(({ emptyServer }) => {
  server = emptyServer
})

/** A browser on a phone with a fingerprint reader. Passkeys need a domain, which 127.0.0.1 is not. */
async function phone(browser: Browser) {
  const { origin } = server.ready
  const atLocalhost: RunningServer = {
    ...server,
    ready: { ...server.ready, origin: origin.replace('127.0.0.1', 'localhost') },
  }
  const visitor = await aVisitor(browser, atLocalhost, { width: 390, height: 844, hasTouch: true })
  const devices = await visitor.context.newCDPSession(visitor.page)
  await devices.send('WebAuthn.enable')
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  })
  const setFinger = (isThere: boolean) => devices.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: isThere })
  return { visitor, setFinger }
}

test('a user adds, renames and removes a passkey, and signs in with it', async ({ browser }) => {
  const { login } = await aCalledPerson(server, 'whitfield', 'Whitfield Diffie')
  const { visitor, setFinger } = await phone(browser)
  const { page } = visitor
  await visitor.open('/login')
  await page.getByLabel('Email').fill(login.email)
  await page.getByLabel('Password', { exact: true }).fill(login.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).not.toHaveURL(/\/login/)

  await visitor.open('/settings#account')
  const card = page.getByRole('region', { name: 'Passkeys' })
  await card.getByLabel('Name for a new passkey (optional)').fill('My phone')
  await setFinger(true)
  await page.keyboard.press('Enter')
  await expect(card.getByText('My phone')).toBeVisible()
  await card.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(card.getByText('This device already has a passkey for your account.')).toBeVisible()
  await card.getByRole('button', { name: 'Rename My phone' }).click()
  await card.getByLabel('Name of the passkey').fill('Pocket')
  await page.keyboard.press('Enter')
  await expect(card.getByText('Pocket')).toBeVisible()
  for (const theme of ['dark', 'light'] as const) {
    await visitor.chooseTheme(theme)
    await visitor.expectLegible()
  }
  await visitor.expectAccessible()

  // The browser suggests the passkey in the email field, and the finger accepts it.
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
  await visitor.open('/login')
  await expect(page).not.toHaveURL(/\/login/)

  // A browser without suggestions has the button.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await visitor.open('/settings#account')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
  await visitor.open('/login')
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn')
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(page).not.toHaveURL(/\/login/)

  await visitor.open('/settings#account')
  await card.getByRole('button', { name: 'Remove Pocket' }).click()
  await expect(card.getByText('Pocket')).toBeHidden()
  await visitor.leave()
})
