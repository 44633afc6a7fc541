import { readFileSync } from 'node:fs'
import { expect, type Locator } from '@playwright/test'
import { anApiUser, befriend } from '#tests/kit/api-user.ts'
import { momentsPage } from '#tests/kit/pages/moments.page.ts'
import {
  apart,
  card,
  findItem,
  idaAndMax,
  joinByCall,
  player,
  position,
  room,
  startWith,
  withPlayers,
} from '#tests/kit/pages/together.page.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { test } from '#tests/kit/test.ts'
import type { Visitor } from '#tests/kit/visitor.ts'

const VIDEO = 'https://www.youtube.com/watch?v=YE7VzlLtp-4'
const OTHER_VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
const SONG = 'https://open.spotify.com/track/1RKUoGiLEbcXN4GY4spQDx'

let server: RunningServer
test.beforeAll(({ emptyServer }) => {
  server = emptyServer
})

test('two users watch a video at the same second, one pauses for both, and the session ends when both leave', async ({ browser }) => {
  const openedAt = Date.now()
  const { idaVisitor, maxVisitor, chat } = await idaAndMax(browser, server, {}, { youtube: 'ask' })
  await Promise.all([idaVisitor.open(chat), maxVisitor.open(chat)])
  const requests: string[] = []
  maxVisitor.page.on('request', (request) => requests.push(request.url()))

  await test.step('one user starts with a link; the other sees the card, and nothing from the platform loads before consent', async () => {
    await startWith(idaVisitor, VIDEO)
    await expect(player(idaVisitor).frameLocator('iframe').getByText('Fake YouTube')).toBeVisible()
    await expect(room(maxVisitor).getByText('Ida Holm')).toBeVisible()
    await room(maxVisitor).getByRole('button', { name: /^Join/ }).press('Enter')
    await expect(player(maxVisitor).getByText(/^YouTube will see your IP address/)).toBeVisible()
    // By keyboard, the consent question gets the focus next.
    await expect(player(maxVisitor)).toBeFocused()
    await maxVisitor.page.keyboard.press('Tab')
    expect(requests.filter((url) => url.startsWith(server.ready.fakeServices?.youtubePlayer ?? '-'))).toEqual([])
    // In the meantime, the other member doesn't wait for this user.
    await expect(room(idaVisitor).getByText('Not playing yet')).toBeVisible()
    await expect(player(maxVisitor).getByRole('button', { name: 'Load the player' })).toBeFocused()
    await maxVisitor.page.keyboard.press('Enter')
    await expect(room(idaVisitor).getByText('Not playing yet')).toHaveCount(0)
    await expect(room(idaVisitor).getByText('Max Roth', { exact: true })).toBeVisible()
    await expect(card(idaVisitor).getByText(/^Ida Holm started, \d/)).toBeVisible()
    await expect(card(idaVisitor).getByText(/^Max Roth joined, \d/)).toBeVisible()
    await expect(idaVisitor.page.getByRole('button', { name: 'Together 2', exact: true })).toBeVisible()
  })

  await test.step('both players are at the same second', async () => {
    await expect.poll(() => apart(idaVisitor, maxVisitor), { timeout: 40_000 }).toBeLessThan(0.35)
    await expect(room(maxVisitor).getByText('In sync')).toBeVisible()
    await maxVisitor.expectAccessible()
  })

  await test.step('a message shows its position, and a click on it asks before it seeks for both', async () => {
    await maxVisitor.page.getByRole('textbox', { name: 'Message to Ida Holm' }).fill('wait for it')
    await maxVisitor.page.keyboard.press('Enter')
    await idaVisitor.page.getByRole('button', { name: /^at \d:\d\d$/ }).click()
    await idaVisitor.page.getByRole('button', { name: 'Jump', exact: true }).click()
    await expect(room(maxVisitor).getByText('Ida Holm jumped to another part')).toBeVisible()
  })

  await test.step('the session continues on another page, with a link back', async () => {
    const source = await player(idaVisitor).locator('iframe').getAttribute('src')
    await player(idaVisitor)
      .locator('iframe')
      .evaluate((frame) => (frame.dataset['kept'] = 'yes'))
    await idaVisitor.page.getByRole('link', { name: 'Discover', exact: true }).first().click()
    await expect(player(idaVisitor).locator('iframe[data-kept="yes"]')).toHaveAttribute('src', source ?? '-')
    // Only the mini player on other pages has this link.
    await expect(player(idaVisitor).getByRole('link', { name: /here/ })).toBeVisible()
    // The player doesn't cover the last items of the page.
    const height = (await player(idaVisitor).boundingBox())?.height ?? 0
    expect(height).toBeGreaterThan(200)
    await expect
      .poll(() => idaVisitor.page.evaluate(() => Number.parseFloat(document.documentElement.style.getPropertyValue('--wl-dock'))))
      .toBeGreaterThanOrEqual(Math.floor(height))
    await expect(
      room(maxVisitor)
        .getByText('2 here')
        .or(room(maxVisitor).getByText('Ida Holm', { exact: true }))
        .first(),
    ).toBeVisible()
    await player(idaVisitor).getByRole('link', { name: /here/ }).click()
    await expect(player(idaVisitor).locator('iframe[data-kept="yes"]')).toHaveCount(1)
  })

  await test.step('the host hands the role over, and guests cannot use disabled controls', async () => {
    await room(idaVisitor).getByRole('button', { name: 'Session settings' }).click()
    await idaVisitor.page.getByRole('switch', { name: 'Everyone can pause and seek' }).press('Space')
    await expect(room(maxVisitor).getByRole('button', { name: 'Pause for everyone' })).toBeDisabled()
    await idaVisitor.page.getByRole('combobox', { name: 'Role of Max Roth' }).selectOption('Host')
    await expect(room(maxVisitor).getByRole('button', { name: 'Pause for everyone' })).toBeEnabled()
    await expect(idaVisitor.page.getByRole('switch', { name: 'Everyone can pause and seek' })).toBeDisabled()
    await idaVisitor.page.keyboard.press('Escape')
  })

  await test.step('a pause applies to both', async () => {
    await room(maxVisitor).getByRole('button', { name: 'Pause for everyone' }).click()
    await expect(player(idaVisitor).frameLocator('iframe').locator('body[data-state="2"]')).toHaveCount(1)
    await expect(player(maxVisitor).frameLocator('iframe').locator('body[data-state="2"]')).toHaveCount(1)
  })

  await test.step('the session ends when the last member leaves', async () => {
    await room(idaVisitor).getByRole('button', { name: 'Leave' }).click()
    await expect(room(idaVisitor).getByRole('button', { name: /^Join/ })).toBeVisible()
    await room(maxVisitor).getByRole('button', { name: 'Leave' }).click()
    await expect(room(idaVisitor)).toHaveCount(0)
    await expect(room(maxVisitor)).toHaveCount(0)
  })

  await test.step('its card counts the played items, and names the user who saves them', async () => {
    const ended = await card(maxVisitor)
      .getByText(/^Ended, \d+ min, 1 item$/)
      .textContent()
    const minutes = Number(/\d+/.exec(ended ?? '')?.[0])
    expect(minutes).toBeGreaterThanOrEqual(1)
    // A busy machine takes longer, but the card never shows more than that.
    expect(minutes).toBeLessThanOrEqual(Math.ceil((Date.now() - openedAt) / 60_000))
    await card(maxVisitor).getByRole('button', { name: 'Save as list' }).click()
    await expect(card(maxVisitor).getByRole('link', { name: 'Saved', exact: true })).toBeVisible()
    await maxVisitor.page.getByRole('button', { name: 'View', exact: true }).click()
    await expect(maxVisitor.page.getByRole('heading', { level: 2, name: /^Played together, / })).toBeVisible()
    await expect(maxVisitor.page.locator('main ol').getByRole('listitem')).toHaveCount(1)
    await maxVisitor.page.goBack()
    await idaVisitor.page.reload()
    await card(idaVisitor).getByRole('button', { name: 'Recap' }).click()
    await expect(card(idaVisitor).getByText('Saved by Max Roth')).toBeVisible()
    await maxVisitor.expectAccessible()
  })
  await idaVisitor.expectQuiet()
  await idaVisitor.leave()
  await maxVisitor.leave()
})

test('a browser that blocks sound plays after one click, members choose in turn, and two of two skip', async ({ browser }) => {
  const { idaVisitor, maxVisitor, chat } = await idaAndMax(browser, server)
  // His player does not start without permission.
  await maxVisitor.context.route('**/spotify-player.js', async (route) => {
    const response = await route.fetch()
    const script = (await response.text()).replace(
      'function set(paused) {',
      'function set(paused) { if (!paused && !globalThis.mayPlay) return;',
    )
    await route.fulfill({ response, body: script })
  })
  await Promise.all([idaVisitor.open(chat), maxVisitor.open(chat)])
  const track = (visitor: Visitor) => player(visitor).frameLocator('iframe').frameLocator('iframe').locator('body')

  await test.step('one button turns sound on, and the reason is shown until then; the other player continues', async () => {
    await startWith(idaVisitor, SONG)
    await room(maxVisitor).getByRole('button', { name: /^Join/ }).click()
    const press = room(maxVisitor).getByRole('button', { name: 'Turn on sound' })
    await expect(press).toBeVisible()
    await expect(room(maxVisitor).getByText('The browser blocks sound')).toBeVisible()
    await expect(room(idaVisitor).getByText('Max Roth can’t play this one: The browser blocks sound')).toBeVisible()
    await expect(track(idaVisitor)).toHaveAttribute('data-playing', 'true')
    await maxVisitor.expectAccessible()
    await track(maxVisitor).evaluate(() => Object.assign(globalThis, { mayPlay: true }))
    await press.click()
    await expect(track(maxVisitor)).toHaveAttribute('data-playing', 'true')
    await expect(press).toHaveCount(0)
    await expect(room(idaVisitor).getByText('In sync')).toBeVisible()
  })

  await test.step('reactions appear at their second, even when the item is played again', async () => {
    const mark = room(idaVisitor).locator('.wl-together-marks').getByText('🔥')
    const jump = (key: string) => room(idaVisitor).getByRole('slider').press(key)
    // While paused, the position is only where a jump leads: the mark doesn't come and go by itself.
    await room(idaVisitor).getByRole('button', { name: 'Pause for everyone' }).click()
    await jump('Home')
    await expect(room(maxVisitor).getByRole('slider')).toHaveValue('0')
    await room(maxVisitor).getByRole('button', { name: 'React with 🔥' }).click()
    await expect(mark).toHaveAttribute('data-floating', 'true')
    await jump('PageUp')
    await expect(mark).not.toHaveAttribute('data-floating')
    await jump('Home')
    await expect(mark).toHaveAttribute('data-floating', 'true')
  })

  await test.step('turns show who chooses next', async () => {
    await room(idaVisitor).getByRole('button', { name: 'Session settings' }).click()
    await idaVisitor.page.getByRole('switch', { name: 'Take turns choosing' }).press('Space')
    await idaVisitor.page.keyboard.press('Escape')
    await expect(room(maxVisitor).getByText('Your turn to choose')).toBeVisible()
    await expect(room(idaVisitor).getByText('Max Roth’s turn to choose')).toBeVisible()
  })

  await test.step('one user votes to skip, and the item ends when the other one agrees', async () => {
    await room(maxVisitor).getByRole('button', { name: 'Skip' }).click()
    await expect(room(idaVisitor).getByText('1 of 2 to skip')).toBeVisible()
    await expect(player(idaVisitor).locator('iframe')).toHaveCount(1)
    await room(idaVisitor).getByRole('button', { name: 'Skip' }).click()
    await expect(room(maxVisitor).getByText('Nothing is playing')).toBeVisible()
    await expect(player(idaVisitor).locator('iframe')).toHaveCount(0)
  })
  await Promise.all([idaVisitor.leave(), maxVisitor.leave()])
})

test('a session starts from a moment, and the composer, the shelf and the queue add to it', async ({ browser }) => {
  const [ida, max] = [await anApiUser(server, 'ida', 'Ida Holm'), await anApiUser(server, 'max', 'Max Roth')]
  await befriend(ida, max)
  const hostVisitor = await withPlayers(browser, server, ida)
  const { page } = hostVisitor
  const next = room(hostVisitor)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Vote for/ }) })

  await test.step('from the menu of a moment: a buddy is chosen, and the session plays in their conversation', async () => {
    await hostVisitor.open('/moments')
    const moments = momentsPage(hostVisitor)
    await moments.post(`Rain ${VIDEO}`)
    await moments
      .card('Rain')
      .getByRole('button', { name: /^More about/ })
      .click()
    await page.getByRole('menuitem', { name: 'Watch together' }).click()
    await page
      .getByRole('dialog', { name: 'Watch together' })
      .getByRole('button', { name: /Max Roth/ })
      .click()
    await expect(player(hostVisitor).frameLocator('iframe').getByText('Fake YouTube')).toBeVisible()
    await expect(room(hostVisitor).getByText('Only you so far')).toBeVisible()
  })

  await test.step('a link in the composer is added to the queue instead of being sent', async () => {
    await page.getByRole('button', { name: 'Add a track or a video', exact: true }).click()
    await findItem(hostVisitor, SONG)
    await page.getByRole('region', { name: 'Attached' }).getByRole('button', { name: 'Listen together' }).click()
    await expect(page.getByRole('region', { name: 'Attached' })).toHaveCount(0)
    await expect(next).toHaveCount(1)
  })

  await test.step('the shelf of the conversation adds items shared before', async () => {
    await page.getByRole('textbox', { name: 'Message to Max Roth' }).fill(OTHER_VIDEO)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'More about the conversation with Max Roth' }).click()
    await page.getByRole('menuitem', { name: 'Shared here' }).click()
    await page.getByRole('region', { name: 'Shared here' }).getByRole('button', { name: 'Watch together', exact: true }).click()
    await expect(next).toHaveCount(2)
  })

  await test.step('on another page, the dialog offers the running session first', async () => {
    await hostVisitor.page.getByRole('link', { name: 'Moments', exact: true }).first().click()
    await momentsPage(hostVisitor)
      .card('Rain')
      .getByRole('button', { name: /^More about/ })
      .click()
    await page.getByRole('menuitem', { name: 'Watch together' }).click()
    await page.getByRole('button', { name: /Add to the session that’s running/ }).click()
    await expect(next).toHaveCount(3)
  })
  await room(hostVisitor).getByRole('button', { name: 'Leave' }).click()
  await hostVisitor.expectQuiet()
  await hostVisitor.leave()
})

test('on a phone in landscape, the player is beside the messages, and the composer stays in view', async ({ browser }) => {
  const picks = [
    { kind: 'artist', name: 'Norah Jones' },
    { kind: 'artist', name: 'Gregory Porter' },
    { kind: 'channel', name: 'Kurzgesagt' },
  ] as const
  const [ina, tom] = [await anApiUser(server, 'ina', 'Ina Moe', { picks }), await anApiUser(server, 'tom', 'Tom Rud', { picks })]
  await befriend(ina, tom)
  const { chat_id: chatId } = await ina.ask('POST', `/chats/with/${tom.uid}`)
  const hostVisitor = await withPlayers(browser, server, ina, { width: 844, height: 390, hasTouch: true })
  const { page } = hostVisitor
  const composer = page.locator('.wl-chat-room textarea')
  const messages = page.locator('.wl-messages')
  const heightOf = async (place: Locator) => (await place.boundingBox())?.height ?? 0

  await test.step('stays in view with openers', async () => {
    await hostVisitor.open(`/chat/${String(chatId)}`)
    await expect(page.getByRole('region', { name: 'Break the ice' }).getByRole('button').first()).toBeVisible()
    await expect(composer).toBeInViewport({ ratio: 1 })
  })

  await test.step('stays in view with a session', async () => {
    await startWith(hostVisitor, VIDEO)
    await expect.poll(() => position(hostVisitor, Date.now()), { timeout: 40_000 }).toBeGreaterThan(0)
    await expect(composer).toBeInViewport({ ratio: 1 })
    await expect(player(hostVisitor)).toBeInViewport({ ratio: 1 })
    await expect(room(hostVisitor).getByRole('button', { name: 'Pause for everyone' })).toBeInViewport({ ratio: 1 })
    expect(await heightOf(messages)).toBeGreaterThan(120)
  })

  await test.step('stays in view with an open keyboard', async () => {
    await composer.tap()
    await page.setViewportSize({ width: 844, height: 210 })
    await expect(composer).toBeInViewport({ ratio: 1 })
    await expect(player(hostVisitor)).toBeInViewport({ ratio: 1 })
    await expect.poll(() => heightOf(player(hostVisitor))).toBe(200)
    expect(await heightOf(messages)).toBeGreaterThan(100)
    await composer.fill('What a start')
    await page.keyboard.press('Enter')
    await expect(page.getByText('What a start')).toBeInViewport()
  })

  await test.step('closing the keyboard with Back keeps the focus, and the controls return', async () => {
    const pause = room(hostVisitor).getByRole('button', { name: 'Pause for everyone' })
    await expect(pause).toBeHidden()
    await page.setViewportSize({ width: 844, height: 390 })
    await expect(composer).toBeFocused()
    await expect(pause).toBeInViewport({ ratio: 1 })
  })

  await test.step('the whole conversation is in view after the phone was turned with the emoji picker open', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Add an emoji' }).tap()
    await expect(page.getByRole('searchbox', { name: 'Search emoji' })).toBeVisible()
    await page.setViewportSize({ width: 844, height: 390 })
    await expect(page.getByRole('searchbox', { name: 'Search emoji' })).toBeHidden()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(composer).toBeInViewport({ ratio: 1 })
  })
  await hostVisitor.leave()
})

/** The status of two members and of more in sync, and "Leave", in each language. */
const inSync = ['de', 'es', 'ar'].map((language) => {
  const catalog = readFileSync(`web/locales/${language}/messages.po`, 'utf8')
  const textOf = (id: string) => new RegExp(`msgid "${id}"\nmsgstr "(.+)"`).exec(catalog)?.[1] ?? ''
  return { two: textOf('together.sync.in'), more: textOf('together.sync.all'), leave: textOf('together.leave') }
})

/** Expects that the status of a session of so many members is not cut off on phones. */
async function expectRoomForSync(visitor: Visitor, members: number): Promise<void> {
  const texts = inSync.map(({ two, more, leave }) => ({ sync: members > 2 ? more : two, leave }))
  await expect(visitor.page.getByRole('button', { name: `Together ${members}`, exact: true })).toBeVisible()
  const row = room(visitor).locator('.wl-together-row')
  for (const width of [390, 360]) {
    await visitor.page.setViewportSize({ width, height: 844 })
    const cut = await row.evaluate((element, all) => {
      const copy = element.cloneNode(true) as HTMLElement
      element.after(copy)
      const [status, leave] = [
        copy.querySelector('.wl-together-sync > span'),
        copy.querySelector('.wl-together-tools > button:last-child span'),
      ]
      const found = all.filter(({ sync, leave: word }) => {
        if (!status || !leave) return true
        status.textContent = sync
        leave.textContent = word
        return status.scrollWidth > status.clientWidth || status.scrollHeight > status.clientHeight
      })
      copy.remove()
      return found
    }, texts)
    expect(cut, `cut off at ${width} px`).toEqual([])
  }
  await visitor.page.setViewportSize({ width: 390, height: 844 })
}

test('on a phone, the row of a session with four members has one line with room for its buttons', async ({ browser }) => {
  const [ida, ...others] = await Promise.all(
    (['Ida Holm', 'Max Roth', 'Lena Berg', 'Bartholomew Featherstonehaugh'] as const).map((name) => anApiUser(server, 'row', name)),
  )
  if (!ida) throw new Error('nobody started')
  for (const other of others) await befriend(ida, other)
  const { chat_id: chatId } = await ida.ask('POST', '/groups', { name: 'Four', uids: others.map(({ uid }) => uid) })
  for (const other of others) await other.ask('POST', `/chats/${String(chatId)}/accept`)
  const hostVisitor = await withPlayers(browser, server, ida, { width: 390, height: 844, hasTouch: true })
  await hostVisitor.open(`/chat/${String(chatId)}`)
  await startWith(hostVisitor, VIDEO)
  await expect(room(hostVisitor).getByText('Only you so far')).toBeVisible()
  const sockets: WebSocket[] = []
  for (const [joined, other] of others.entries()) {
    sockets.push(await joinByCall(server, other, String(chatId)))
    await expectRoomForSync(hostVisitor, joined + 2)
  }
  await expect(hostVisitor.page.getByRole('button', { name: 'Together 4', exact: true })).toBeVisible()
  const button = await room(hostVisitor).getByRole('button', { name: 'Leave' }).boundingBox()
  const row = await hostVisitor.page.locator('.wl-together-row').boundingBox()
  expect((button?.x ?? 999) + (button?.width ?? 0)).toBeLessThanOrEqual(390)
  expect(row?.height).toBeLessThanOrEqual(50)
  for (const socket of sockets) socket.close()
})
