import { type Browser, expect, type Locator } from '@playwright/test'
import { test } from '#tests/kit/test.ts'
import { anApiUser, type ApiUser } from '#tests/kit/api-user.ts'
import { notificationsPage } from '#tests/kit/pages/notifications.page.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { findChromium } from '#tools/chromium.ts'
import { aVisitor, type Visitor } from '#tests/kit/visitor.ts'

let server: RunningServer
let anna: ApiUser
let ben: ApiUser
test.beforeAll(async ({ emptyServer }) => {
  server = emptyServer
  anna = await anApiUser(server, 'anna', 'Anna Vale')
  ben = await anApiUser(server, 'ben', 'Ben Olsen')
})

async function at(browser: Browser, { login }: ApiUser, options: Parameters<typeof aVisitor>[2] = {}): Promise<Visitor> {
  const visitor = await aVisitor(browser, server, options)
  await visitor.signIn(login)
  await visitor.open('/')
  return visitor
}

test('notifications arrive live, are read on all devices, and stop where they are turned off', async ({ browser }) => {
  const desktop = await at(browser, anna)
  const onPhone = await at(browser, anna, { width: 390, height: 844 })
  const [desk, phone] = [notificationsPage(desktop), notificationsPage(onPhone)]
  const counts = async () => [await desk.count(), await phone.count()]

  await test.step('the page has an empty state', async () => {
    await desk.open()
    await expect(desktop.page.getByText('No notifications yet.')).toBeVisible()
  })

  await test.step('a request waits behind the bell until it is answered', async () => {
    await ben.ask('POST', `/connection-requests/${anna.uid}`, { note: 'Hello' })
    await expect.poll(counts).toEqual([1, 1])
    await expect(desk.entry(/Ben Olsen would like to connect/)).toBeVisible()
    await anna.ask('POST', `/connection-requests/${ben.uid}/accept`)
    await expect.poll(counts).toEqual([0, 0])
    await expect(desk.entry(/Ben Olsen/)).toHaveCount(0)
  })

  const { id } = await anna.ask('POST', '/moments', { text: 'What do you play on a long night drive?' })
  const moment = String(id)
  await test.step('a comment updates both bells at once and shows a notice', async () => {
    await ben.ask('POST', `/moments/${moment}/comments`, { text: 'Boards of Canada' })
    await ben.ask('POST', `/moments/${moment}/like`)
    await expect.poll(counts).toEqual([2, 2])
    await expect(onPhone.page).toHaveTitle(/^\(2\) /)
    await expect(onPhone.page.getByText('Ben Olsen commented on your moment').first()).toBeVisible()
    await expect(desk.entry(/Ben Olsen commented on your moment.*What do you play/)).toBeVisible()
    const endOf = async (part: Locator) => (await part.boundingBox().then((box) => box && box.x + box.width)) ?? 0
    const readAll = desktop.page.getByRole('button', { name: 'Mark all as read' })
    expect(await endOf(readAll)).toBeCloseTo(await endOf(desktop.page.locator('.wl-notifications')))
    await desktop.expectAccessible()
  })

  await test.step('it leads to the moment, and is then read on both', async () => {
    await desk.entry(/Ben Olsen commented/).click()
    await expect(desktop.page).toHaveURL(new RegExp(`/moments\\?post=${moment}`))
    await expect(desktop.page.getByText('Boards of Canada').first()).toBeVisible()
    // Leaving the page marks its notifications as seen.
    await expect.poll(counts).toEqual([0, 0])
    await expect(onPhone.page).not.toHaveTitle(/^\(/)
  })

  await test.step('a disabled kind creates no notification', async () => {
    for (const channel of ['In the app', 'Push', 'Email']) await desk.choose('Comments', channel, false)
    await desktop.expectAccessible()
    await ben.ask('POST', `/moments/${moment}/comments`, { text: 'Or Burial' })
    const second = await anna.ask('POST', '/moments', { text: 'And in the morning?' })
    await ben.ask('POST', `/moments/${String(second['id'])}/like`)
    await expect.poll(counts).toEqual([1, 1])
    await desk.open()
    await expect(desk.entry(/likes your moment/)).toHaveCount(2)
    await expect(desk.unread()).toHaveCount(1)
    await desk.markAllRead()
    await expect.poll(counts).toEqual([0, 0])
  })

  await test.step('users get no notification of a user they blocked, not even earlier ones', async () => {
    await anna.ask('POST', `/blocks/${ben.uid}`)
    await desk.open()
    await expect(desktop.page.getByText('No notifications yet.')).toBeVisible()
  })
  for (const visitor of [desktop, onPhone]) {
    await visitor.expectQuiet()
    await visitor.leave()
  }
})

test('the service worker shows a push, unless the user is looking at that page', async ({ playwright, launchOptions }) => {
  // The headless shell shows no notifications.
  const browser = await playwright.chromium.launch({ ...launchOptions, executablePath: findChromium() ?? 'chromium' })
  const visitor = await at(browser, await anApiUser(server, 'emil', 'Emil Sand'), { serviceWorker: true })
  const { page, context } = visitor
  await context.grantPermissions(['notifications'])
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  // The browser's test interface: a real push service can't be reached from here.
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => first && resolve(first.registrationId)),
  )
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  const push = (tag: string, path: string) => {
    const data = JSON.stringify({ kind: 'message', name: 'Ben Olsen', title: 'New message from Ben Olsen', body: '', path, tag })
    return devtools.send('ServiceWorker.deliverPushMessage', { origin: server.ready.origin, registrationId, data })
  }
  const shown = () =>
    page.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, tag }) => `${tag}: ${title}`))

  await visitor.open('/notifications')
  await push('here', '/notifications')
  // The test interface can lose a push while the worker starts. One with the same tag replaces the earlier one.
  await expect
    .poll(async () => {
      await push('elsewhere', '/chat/1')
      return shown()
    })
    .toEqual(['elsewhere: New message from Ben Olsen'])
  await visitor.expectQuiet()
  await visitor.leave()
  await browser.close()
})
