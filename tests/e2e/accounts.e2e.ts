import { expect, type Locator } from '@playwright/test'
import { anApiUser, befriend, type ApiUser } from '#tests/kit/api-user.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { test } from '#tests/kit/test.ts'
import { aVisitor, type Visitor } from '#tests/kit/visitor.ts'
import { findChromium } from '#tools/chromium.ts'

let server: RunningServer
test.beforeAll(({ emptyServer }) => {
  server = emptyServer
})

test('a user adds a second account, and neither account’s data is shown or sent while the other is active', async ({ browser }) => {
  const [ada, ben, carla] = [
    await anApiUser(server, 'ada', 'Ada Okoro'),
    await anApiUser(server, 'ben', 'Ben Oduya'),
    await anApiUser(server, 'carla', 'Carla Nieve'),
  ]
  await befriend(ada, carla)
  await befriend(ben, carla)
  // The socket of the first tab is cut on purpose.
  const visitor = await aVisitor(browser, server, { mayBeOffline: true })
  const { page, context } = visitor
  let isCut = false
  await page.routeWebSocket(/\/ws$/, (socket) => {
    if (isCut) void socket.close()
    else socket.connectToServer()
  })
  await visitor.signIn(ada.login)
  const toCarla = `/chat?uid=${carla.uid}`
  const composer = page.locator('.wl-chat-room textarea')
  const messages = page.locator('.wl-messages')
  const rail = (name: string) =>
    page
      .getByRole('navigation', { name: 'Main' })
      .first()
      .getByRole('link', { name: new RegExp(name) })
  const menu = page.getByRole('button', { name: 'Switch accounts' }).first()
  const chatsOf = async (person: ApiUser) => JSON.stringify(await person.ask('GET', '/chats'))
  // The app reloads after a switch, which would undo an earlier navigation.
  const becomes = async (name: string, press: () => Promise<void>) => {
    const opened = page.waitForEvent('load')
    await press()
    await opened
    await expect(rail(name)).toBeVisible()
  }
  const switchTo = (name: string, press: (account: Locator) => Promise<void>) =>
    becomes(name, () => press(page.getByRole('button', { name: new RegExp(`^${name}.*Switch to this account$`) })))

  await test.step('adds the second account', async () => {
    await visitor.open('/')
    await expect(rail('Ada Okoro')).toBeVisible()
    await menu.click()
    await page.getByRole('link', { name: 'Add an account' }).click()
    await page.getByLabel('Email').fill(ben.login.email)
    await page.getByLabel('Password', { exact: true }).fill(ben.login.password)
    await page.keyboard.press('Enter')
    await expect(rail('Ben Oduya')).toBeVisible()
  })

  const second = await context.newPage()
  await second.goto('/moments')
  await expect(second.getByRole('navigation', { name: 'Main' }).first()).toContainText('Ben Oduya')

  await test.step('switches by keyboard, and the second tab follows', async () => {
    await menu.focus()
    await page.keyboard.press('Enter')
    await switchTo('Ada Okoro', (account) => account.press('Enter'))
    await expect(second.getByRole('navigation', { name: 'Main' }).first()).toContainText('Ada Okoro')
  })

  await test.step('leaves an unsent message and a draft', async () => {
    isCut = true
    await second.close()
    await visitor.open(toCarla)
    await composer.fill('only from Ada')
    await page.keyboard.press('Enter')
    await expect(messages).toContainText('only from Ada')
    await composer.fill('half a thought')
  })

  await test.step('shows and sends neither as the other account', async () => {
    await menu.click()
    await switchTo('Ben Oduya', (account) => account.click())
    isCut = false
    await visitor.open(toCarla)
    await expect(composer).toHaveValue('')
    await composer.fill('from Ben')
    await page.keyboard.press('Enter')
    await expect.poll(() => chatsOf(ben)).toContain('from Ben')
    await expect(page.locator('body')).not.toContainText('only from Ada')
    await composer.fill('a draft of Ben')
  })

  await test.step('has the message and the draft again after switching back', async () => {
    await menu.click()
    await switchTo('Ada Okoro', (account) => account.click())
    await visitor.open(toCarla)
    await expect(composer).toHaveValue('half a thought')
    await expect.poll(() => chatsOf(ada)).toContain('only from Ada')
    expect(await chatsOf(ben)).not.toContain('only from Ada')
  })

  await test.step('logs out of one account, and the other becomes active', async () => {
    await menu.click()
    for (const theme of ['dark', 'light'] as const) {
      await visitor.chooseTheme(theme)
      await visitor.expectLegible()
    }
    await visitor.expectAccessible()
    const panel = page.getByRole('region', { name: 'Accounts' })
    await expect(panel).toBeInViewport({ ratio: 1 })
    await becomes('Ben Oduya', () => page.getByRole('button', { name: `Log out of ${ada.login.email}` }).click())
    const stored = await page.evaluate(() => Object.values(localStorage).join(' '))
    expect(stored).not.toContain('half a thought')
    await menu.click()
    await page.getByRole('button', { name: 'Log out', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
  })

  await test.step('logs in again, and a tab that waits at the login page opens the requested page', async () => {
    const waiting = await context.newPage()
    await waiting.goto('/moments')
    await expect(waiting.getByLabel('Email')).toBeVisible()
    await visitor.open('/login')
    await page.getByLabel('Email').fill(ada.login.email)
    await page.getByLabel('Password', { exact: true }).fill(ada.login.password)
    await page.keyboard.press('Enter')
    await expect(rail('Ada Okoro')).toBeVisible()
    await waiting.waitForURL('**/moments')
    await expect(waiting.getByRole('navigation', { name: 'Main' }).first()).toContainText('Ada Okoro')
  })
  await visitor.leave()
})

/** A push service inside the page, because a real one can't be reached from here. It keeps one subscription per browser. */
function addPushService(): void {
  const KEY = 'test-push'
  const fakeSubscription = (endpoint: string) => ({
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) } }),
    unsubscribe: () => {
      localStorage.removeItem(KEY)
      return Promise.resolve(true)
    },
  })
  Object.assign(PushManager.prototype, {
    getSubscription: () => {
      const endpoint = localStorage.getItem(KEY)
      return Promise.resolve(endpoint === null ? null : fakeSubscription(endpoint))
    },
    subscribe: () => {
      const endpoint = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`
      localStorage.setItem(KEY, endpoint)
      return Promise.resolve(fakeSubscription(endpoint))
    },
  })
}

/** Delivers pushes by the browser's test interface: a real push service can't be reached from here. */
async function pushesTo({ page, context }: Visitor, origin: string) {
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => first && resolve(first.registrationId)),
  )
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  return (tag: string, path: string) => {
    const data = JSON.stringify({ kind: 'message', name: 'Ben Olsen', title: 'New message from Ben Olsen', body: '', path, tag })
    return devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  }
}

test('the service worker shows a push, unless the user is looking at that page; push pauses for an account that is left, and is on again when it is back', async ({
  playwright,
  launchOptions,
}) => {
  // The headless shell has no permission for notifications, and shows none. Installing the service worker takes as long as all steps together.
  const browser = await playwright.chromium.launch({ ...launchOptions, executablePath: findChromium() ?? 'chromium' })
  const [dora, emil] = [await anApiUser(server, 'dora', 'Dora Lund'), await anApiUser(server, 'emil', 'Emil Falk')]
  const visitor = await aVisitor(browser, server, { serviceWorker: true })
  const { page, context } = visitor
  await context.grantPermissions(['notifications'])
  await context.addInitScript(addPushService)
  await visitor.signIn(dora.login)
  const push = page.getByRole('switch', { name: 'Push notifications' })
  const rail = page.getByRole('navigation', { name: 'Main' }).first()
  const switchTo = async (name: string) => {
    await page.getByRole('button', { name: 'Switch accounts' }).first().click()
    const opened = page.waitForEvent('load')
    await page.getByRole('button', { name: new RegExp(`^${name}.*Switch to this account$`) }).click()
    // The app reloads.
    await opened
    await expect(rail.getByRole('link', { name: new RegExp(name) })).toBeVisible()
  }

  await test.step('one account turns push on', async () => {
    await visitor.open('/')
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await expect(rail.getByRole('link', { name: /Dora Lund/ })).toBeVisible()
    await visitor.go('/settings#notifications')
    await push.click({ force: true })
    await expect(push).toBeChecked()
  })

  await test.step('the service worker shows a push, unless the user is looking at that page', async () => {
    const deliver = await pushesTo(visitor, server.ready.origin)
    const shown = () =>
      page.evaluate(async () =>
        (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, tag }) => `${tag}: ${title}`),
      )
    // Inside the app: the worker's own record of a page is only the address that it loaded.
    await visitor.go('/notifications')
    await deliver('here', '/notifications')
    // The test interface can lose a push while the worker starts. One with the same tag replaces the earlier one.
    await expect
      .poll(async () => {
        await deliver('elsewhere', '/chat/1')
        return shown()
      })
      .toEqual(['elsewhere: New message from Ben Olsen'])
    await visitor.expectQuiet()
  })

  await test.step('push is off for the account that is added', async () => {
    await visitor.go('/')
    await page.getByRole('button', { name: 'Switch accounts' }).first().click()
    await page.getByRole('link', { name: 'Add an account' }).click()
    await page.getByLabel('Email').fill(emil.login.email)
    await page.getByLabel('Password', { exact: true }).fill(emil.login.password)
    const opened = page.waitForEvent('load')
    await page.keyboard.press('Enter')
    await opened
    await expect(rail.getByRole('link', { name: /Emil Falk/ })).toBeVisible()
    await visitor.go('/settings#notifications')
    await expect(push).toBeEnabled()
    await expect(push).not.toBeChecked()
  })

  await test.step('push is on again for the account that had it', async () => {
    await visitor.go('/')
    const renewed = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/push/subscriptions'))
    await switchTo('Dora Lund')
    await renewed
    await visitor.go('/settings#notifications')
    await expect(push).toBeChecked()
  })
  await visitor.leave()
  await browser.close()
})

test('a long name of the account leaves room for the button that switches accounts', async ({ browser }) => {
  const user = await anApiUser(server, 'benedikt', 'Benedikt Wolfeschlegelsteinhausen von Bergerdorf')
  const visitor = await aVisitor(browser, server)
  await visitor.signIn(user.login)
  await visitor.open('/')
  const rail = visitor.page.locator('.wl-rail')
  await expect(rail.getByText(user.name)).toBeVisible()
  expect(await rail.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await visitor.leave()
})
