import { expect } from '@playwright/test'
import { anApiUser } from '#tests/kit/api-user.ts'
import { startNamedServer } from '#tests/kit/named-server.ts'
import { test } from '#tests/kit/test.ts'
import { aVisitor, type Visitor } from '#tests/kit/visitor.ts'

let server: Awaited<ReturnType<typeof startNamedServer>>
test.beforeAll(async () => {
  // The first server of a run may have to prepare the database.
  test.setTimeout(450_000)
  server = await startNamedServer()
})
test.afterAll(() => server.close())

/** A virtual device with passkeys, which confirms at once. Returns a function that unplugs it. */
async function plugIn({ page, context }: Visitor): Promise<() => Promise<void>> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return async () => void (await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }))
}

test('two named passkeys are added, renamed, and removed by keyboard, and one of them logs in', async ({ browser }) => {
  const { login } = await anApiUser(server, 'pascal', 'Pascal Key')
  const visitor = await aVisitor(browser, server, { width: 390, height: 844, hasTouch: true })
  await visitor.signIn(login)
  const { page } = visitor
  const card = page.getByRole('region', { name: 'Passkeys' })
  const add = async (name: string) => {
    await card.getByLabel('Name for a new passkey (optional)').fill(name)
    await page.keyboard.press('Enter')
  }
  const unplugPhone = await plugIn(visitor)
  await visitor.open('/settings#account')

  await test.step('each device is added once', async () => {
    await add('Phone')
    await expect(card.getByText('Phone')).toBeVisible()
    await add('Phone again')
    await expect(card.getByText('This device already has a passkey for your account.')).toBeVisible()
    await unplugPhone()
    await plugIn(visitor)
    await add('Laptop')
    await expect(card.getByText('Laptop')).toBeVisible()
    await visitor.expectAccessible()
  })

  await test.step('one is renamed and one removed, and the focus stays there', async () => {
    await card.getByRole('button', { name: 'Rename Laptop' }).press('Enter')
    const name = card.getByLabel('Name of the passkey')
    await expect(name).toBeFocused()
    await name.fill('Work laptop')
    await page.keyboard.press('Enter')
    await expect(card.getByRole('button', { name: 'Rename Work laptop' })).toBeFocused()
    await card.getByRole('button', { name: 'Remove Phone' }).press('Enter')
    await expect(card.getByText('Phone')).toHaveCount(0)
    await expect(card.getByRole('heading', { name: 'Passkeys' })).toBeFocused()
  })

  const logOut = async () => {
    await page.getByRole('button', { name: 'Log out', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
  }
  const expectLoggedIn = async () => {
    await expect(page).not.toHaveURL(/\/login/)
    await expect(page.getByRole('link', { name: 'Your profile' })).toBeVisible()
  }

  await test.step('a suggested passkey logs in without any button', async () => {
    await logOut()
    await visitor.open('/login')
    await expectLoggedIn()
  })

  await test.step('in a browser without suggestions, the button logs in without a password', async () => {
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
    })
    await visitor.open('/settings#account')
    await logOut()
    await visitor.open('/login')
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await expectLoggedIn()
  })
  await visitor.leave()
})
