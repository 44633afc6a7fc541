import { type Browser, expect, type Locator } from '@playwright/test'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { test } from '#tests/kit/test.ts'
import { anApiUser, type ApiUser } from '#tests/kit/api-user.ts'
import { notificationsPage } from '#tests/kit/pages/notifications.page.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { aVisitor, type Visitor } from '#tests/kit/visitor.ts'

let server: RunningServer
let anna: ApiUser
let ben: ApiUser
test.beforeAll(async ({ emptyServer }) => {
  server = emptyServer
  anna = await anApiUser(server, 'anna', 'Anna Vale')
  ben = await anApiUser(server, 'ben', 'Ben Olsen')
})

async function visitorOf(browser: Browser, { login }: ApiUser, options: Parameters<typeof aVisitor>[2] = {}): Promise<Visitor> {
  const visitor = await aVisitor(browser, server, options)
  await visitor.signIn(login)
  await visitor.open('/')
  return visitor
}

test('notifications arrive live, are read on all devices, and stop where they are turned off', async ({ browser }) => {
  const desktop = await visitorOf(browser, anna)
  const onPhone = await visitorOf(browser, anna, { width: 390, height: 844 })
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
    const rightEdgeOf = async (part: Locator) => (await part.boundingBox().then((box) => box && box.x + box.width)) ?? 0
    const readAll = desktop.page.getByRole('button', { name: 'Mark all as read' })
    expect(await rightEdgeOf(readAll)).toBeCloseTo(await rightEdgeOf(desktop.page.locator('.wl-notifications')))
    await desktop.expectAccessible()
  })

  await test.step('the notice leads to the moment, and the notification is then read on both devices', async () => {
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

  await test.step('a buddy’s new name shows on open pages, and a folder and a language of one device on the others', async () => {
    await onPhone.open('/saved')
    await expect(onPhone.page.getByRole('heading', { name: 'Saved' }).first()).toBeVisible()
    await ben.ask('POST', '/profile', { name: 'Benedikt Olsen', bio: '', place: null, languages: [] })
    await expect(desk.entry(/Benedikt Olsen/).first()).toBeVisible()
    await anna.ask('POST', '/folders', { id: newUuidv7(Date.now()), name: 'Night drives', links: [] })
    await expect(onPhone.page.getByText('Night drives').first()).toBeVisible()
    await anna.ask('POST', '/settings/language', { language: 'de' })
    for (const { page } of [desktop, onPhone]) await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await anna.ask('POST', '/settings/language', { language: 'en-US' })
    for (const { page } of [desktop, onPhone]) await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
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
