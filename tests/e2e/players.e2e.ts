import { expect } from '@playwright/test'
import { anApiUser } from '#tests/kit/api-user.ts'
import { test } from '#tests/kit/test.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { miraWithPlayers, playersPage } from '#tests/kit/pages/players.page.ts'
import { aVisitor } from '#tests/kit/visitor.ts'

const ARTIST = 'Gorillaz'
const CHANNEL = 'Vsauce'
/** A player that has not answered by then counts as unreachable. */
const READY_TIMEOUT_MS = 8_000

let server: RunningServer
test.beforeAll(({ demoServer }) => {
  server = demoServer
})

const isPlayer = (url: string) =>
  [server.ready.fakeServices?.spotifyPlayer, server.ready.fakeServices?.youtubePlayer].some((origin) => origin && url.startsWith(origin))

test('no request goes to a platform before consent, and none after “never”', async ({ browser }) => {
  const visitor = await aVisitor(browser, server)
  await visitor.signIn((await anApiUser(server, 'petra', 'Petra Vale')).login)
  const { page } = visitor
  const requests: string[] = []
  page.on('request', (request) => isPlayer(request.url()) && requests.push(new URL(request.url()).pathname))
  const players = playersPage(visitor)

  await players.play(ARTIST)
  await expect(players.music.getByText(/^Spotify will see your IP address/)).toBeVisible()
  await expect(players.music.getByRole('link', { name: /^Open on Spotify/ }).first()).toHaveAttribute(
    'href',
    /^https:\/\/open\.spotify\.com\/artist\/\w{22}$/,
  )
  await players.play(CHANNEL)
  await expect(players.video.getByText(/^YouTube will see your IP address/)).toBeVisible()
  await expect(players.video.getByRole('list', { name: 'Videos of this channel' }).getByRole('button').first()).toBeVisible()
  expect(requests).toEqual([])
  await visitor.expectAccessible()

  await players.allow(players.video)
  await expect(players.youtube.getByText('Fake YouTube')).toBeVisible()
  await players.expectPlaying(players.youtube)
  expect(requests.some((path) => /^\/embed\/[\w-]{11}$/.test(path))).toBe(true)

  // The permission was for this visit; another one requires consent again.
  await players.play(CHANNEL)
  await expect(players.video.getByText(/^YouTube will see your IP address/)).toBeVisible()

  requests.length = 0
  await visitor.open('/settings')
  await players.saved(() => page.getByRole('radiogroup', { name: 'Load YouTube players' }).getByText('Never').click())
  await players.play(CHANNEL)
  await expect(players.video.getByText('YouTube players are turned off in your settings.')).toBeVisible()
  expect(requests).toEqual([])

  await visitor.open('/settings')
  await players.saved(() => page.getByRole('radiogroup', { name: 'Load Spotify players' }).getByText('Always').click())
  await players.play(ARTIST)
  await expect(players.spotify.getByRole('heading', { name: ARTIST })).toBeVisible()
  await visitor.expectQuiet()
  await visitor.leave()
})

test('the frames match the architecture, and the panels have the sizes of the spec', async ({ browser }) => {
  const visitor = await miraWithPlayers(browser, server, { height: 1000 })
  const players = playersPage(visitor)
  await players.play(ARTIST)
  await players.expectPlaying(players.spotify)
  const sandbox = 'allow-scripts allow-presentation allow-popups allow-popups-to-escape-sandbox'
  const frame = players.music.locator('iframe')
  // Spotify's script runs in this frame, so it has no origin.
  await expect(frame).toHaveAttribute('sandbox', sandbox)
  await expect(frame).toHaveAttribute('referrerpolicy', 'strict-origin-when-cross-origin')
  await expect(frame).toHaveAttribute('src', /\/embed\/artist\/\w{22}$/)
  expect((await players.place(frame)).height).toBe(352)
  const { x, width } = await players.place(players.music)
  expect(width).toBeLessThanOrEqual(500)
  const main = await players.place(visitor.page.locator('main'))
  expect(Math.abs(x + width / 2 - (main.x + main.width / 2))).toBeLessThan(40)

  await players.music.getByRole('button', { name: /^Full screen/ }).click()
  await expect.poll(async () => (await players.place(players.music)).width).toBeGreaterThan(900)
  await players.music.getByRole('button', { name: /^Full screen/ }).click()
  await expect.poll(async () => (await players.place(players.music)).width).toBe(width)
  await players.music.getByRole('button', { name: /^Close/ }).click()
  await expect(players.music).toBeHidden()

  await players.play(CHANNEL)
  await players.expectPlaying(players.youtube)
  await expect(players.video.getByRole('heading', { name: CHANNEL })).toBeVisible()
  await expect(players.video.getByRole('button', { name: /^Full screen/ })).toBeDisabled()
  const video = players.video.locator('iframe')
  await expect(video).toHaveAttribute('sandbox', `${sandbox} allow-same-origin`)
  await expect(video).toHaveAttribute('src', /autoplay=1&mute=1&.*enablejsapi=1/)
  expect((await players.place(video)).height).toBe(280)
  // The channel has more videos than fit in 90% of this height.
  await visitor.page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(async () => Math.round((await players.place(players.video)).height)).toBe(810)
  // The top bar covers none of the panel's buttons.
  await players.video.getByRole('button', { name: /^Close/ }).click({ trial: true })
  const panel = await players.place(players.video)
  expect(panel.width).toBeLessThanOrEqual(600)
  const bar = await players.place(players.bar)
  const gap = bar.y - panel.y - panel.height
  expect([panel.x + panel.width > 1400, gap >= 0, gap < 20]).toEqual([true, true, true])
  const cards = players.video.getByRole('list').getByRole('button')
  const [first, fourth, fifth] = await Promise.all([0, 3, 4].map(async (index) => players.place(cards.nth(index))))
  expect([first?.y === fourth?.y, first?.y === fifth?.y]).toEqual([true, false])
  const title = (await cards.nth(2).textContent()) ?? ''
  await cards.nth(2).click()
  await expect(players.youtube.getByRole('heading', { name: title })).toBeVisible()
  await players.expectPlaying(players.youtube)
  await visitor.expectAccessible()

  await visitor.open('/settings')
  const autoplay = visitor.page.getByRole('switch', { name: 'Autoplay videos' })
  // Settings can't be changed until the account's settings are loaded.
  await expect(autoplay).toBeEnabled()
  await players.saved(() => autoplay.press('Space'))
  await players.play(CHANNEL)
  await players.expectPaused(players.youtube)
  await cards.nth(1).click()
  await players.expectPaused(players.youtube)
  await visitor.expectQuiet()
  await visitor.leave()
})

test('only one player plays in all tabs, and nothing covers a playing video', async ({ browser }) => {
  const visitor = await miraWithPlayers(browser, server)
  const { page, context } = visitor
  const players = playersPage(visitor)
  await players.play(ARTIST)
  await players.expectPlaying(players.spotify)
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Discover' }).first().click()
  await page
    .locator('.wl-tile', { has: page.locator('[data-kind="channel"]') })
    .getByRole('button', { name: /^Play / })
    .first()
    .evaluate((button) => button instanceof HTMLElement && button.click())
  await players.expectPlaying(players.youtube)
  await players.expectPaused(players.spotify)

  // Its panel lies below the other one.
  await players.music.getByRole('heading').click()
  await players.pressPlay(players.spotify)
  await players.expectPlaying(players.spotify)
  await players.expectPaused(players.youtube)

  await players.music.getByRole('button', { name: /^Close/ }).click()
  await players.pressPlay(players.youtube)
  await players.expectPlaying(players.youtube)
  await main.getByRole('link', { name: 'Find buddies' }).first().click()
  await page
    .getByRole('button', { name: /^Connect with/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await players.expectPaused(players.youtube)
  await page.keyboard.press('Escape')
  await players.expectPlaying(players.youtube)

  const other = await context.newPage()
  const elsewhere = playersPage({ ...visitor, page: other })
  await elsewhere.play(CHANNEL)
  await elsewhere.expectPlaying(elsewhere.youtube)
  await players.expectPaused(players.youtube)
  await visitor.expectQuiet()
  await visitor.leave()
})

test('A49: an unreachable player shows an error and the link, despite forged messages', async ({ browser }) => {
  const visitor = await miraWithPlayers(browser, server, { mayBeOffline: true })
  const { page, context } = visitor
  const players = playersPage(visitor)
  await context.route(
    (url) => isPlayer(url.href),
    (route) => route.abort(),
  )
  await page.clock.install()
  await players.play(ARTIST)
  await expect(players.music.locator('iframe')).toHaveCount(1)
  await page.evaluate(() => {
    // From our own window and from another frame: neither is the player.
    const other = document.body.appendChild(document.createElement('iframe'))
    for (let index = 0; index < 20; index++) {
      window.postMessage({ type: 'ready' }, '*')
      other.contentWindow?.parent.postMessage({ type: 'ready' }, '*')
      window.dispatchEvent(new MessageEvent('message', { data: { type: 'ready' }, origin: 'https://open.spotify.com', source: window }))
    }
  })
  await page.clock.fastForward(READY_TIMEOUT_MS)
  await expect(players.music.getByText('Spotify’s player can’t be reached.')).toBeVisible()
  await expect(players.music.getByRole('link', { name: /^Open on Spotify/ }).first()).toBeVisible()
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await players.music.getByRole('button', { name: 'Try again' }).click()
  await expect(players.spotify.getByRole('heading', { name: ARTIST })).toBeVisible()

  // Only the script of Spotify's API is missing: its plain player works, and starts manually.
  await context.route('**/embed/iframe-api/v1', (route) => route.abort())
  await players.play(ARTIST)
  await players.pressPlay(players.plainSpotify)
  await players.expectPlaying(players.plainSpotify)
  await expect(players.bar.getByRole('button', { name: /^Pause/ })).toBeVisible()
  await visitor.leave()
})
