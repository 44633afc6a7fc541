import { expect } from '@playwright/test'
import { chatPage } from '#tests/kit/pages/chat.page.ts'
import { test } from '#tests/kit/test.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { miraWithPlayers, playersPage } from '#tests/kit/pages/players.page.ts'
import type { Visitor } from '#tests/kit/visitor.ts'

const CHANNEL = 'Vsauce'

let server: RunningServer
test.beforeAll(({ demoServer }) => {
  server = demoServer
})

test('a panel is moved by keys and by pointer, stays on the screen, and continues to play during navigation', async ({ browser }) => {
  // The viewport is higher than the panel, so that the panel can move up.
  const visitor = await miraWithPlayers(browser, server, { height: 1100 })
  const { page } = visitor
  const players = playersPage(visitor)
  // With movement the mini player slides in, and the panel opens above the place where it comes to rest.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await players.play(CHANNEL)
  await players.expectPlaying(players.youtube)
  await expect(players.video.getByRole('list').getByRole('button').nth(4)).toBeVisible()
  const home = await players.restingPlace(players.video)
  expect(home.y + home.height).toBeLessThanOrEqual((await players.restingPlace(players.bar)).y)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const handle = players.video.getByRole('button', { name: /^Move/ })

  await handle.focus()
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowUp']) await page.keyboard.press(key)
  await expect.poll(() => players.place(players.video)).toMatchObject({ x: home.x - 32, y: home.y - 16 })
  await page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(async () => (await players.place(players.video)).x).toBe(home.x - 96)
  await page.keyboard.press('Home')
  await expect.poll(() => players.place(players.video)).toMatchObject({ x: home.x, y: home.y })
  for (let index = 0; index < 40; index++) await page.keyboard.press('Shift+ArrowLeft')
  const rail = await players.place(page.getByRole('navigation', { name: 'Main' }).first())
  const railX = (await players.restingPlace(players.video)).x
  expect([railX >= rail.x + rail.width, railX < rail.x + rail.width + 20]).toEqual([true, true])

  const bar = players.video.getByRole('heading', { name: CHANNEL })
  await bar.hover()
  const from = await players.place(bar)
  await page.mouse.move(from.x + 20, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(from.x + 220, from.y + 40, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await players.place(players.video)).x).toBeGreaterThan(rail.x + rail.width + 150)

  await page.setViewportSize({ width: 1024, height: 640 })
  await expect
    .poll(async () => {
      const { x, y, width, height } = await players.place(players.video)
      return x >= 0 && y >= 0 && x + width <= 1024 && y + height <= 640
    })
    .toBe(true)
  await page.setViewportSize({ width: 1440, height: 900 })

  await players.video.locator('iframe').evaluate((frame) => frame.setAttribute('data-mark', 'the same'))
  const seconds = () =>
    players.youtube
      .getByRole('slider', { name: 'Position' })
      .evaluate((number) => (number instanceof HTMLInputElement ? Number(number.value) : -1))
  const before = await seconds()
  // The title bar can also be dragged by its link; a click without a movement opens it.
  await bar.getByRole('link').click()
  await expect(page).toHaveURL(/\/channel\//)
  for (const place of ['Moments', 'Discover', 'Find buddies', 'Settings']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: place }).first().click()
    await expect(page.getByRole('heading').first()).toBeVisible()
  }
  await expect(players.video.locator('iframe')).toHaveAttribute('data-mark', 'the same')
  await players.expectPlaying(players.youtube)
  expect(await seconds()).toBeGreaterThan(before)
  await visitor.expectQuiet()
  await visitor.leave()
})

test('a reply with the video goes to the named buddy, and a draft stays with its recipient', async ({ browser }) => {
  const visitor = await miraWithPlayers(browser, server)
  const { page } = visitor
  const players = playersPage(visitor)
  await visitor.open('/chat')
  const [buddy1, buddy2] = await buddies(visitor)
  await players.play(CHANNEL)
  await players.expectPlaying(players.youtube)
  await players.video.getByRole('button', { name: 'Reply with this video' }).click()
  await expect(players.video.getByText('Who gets this video?')).toBeVisible()
  await players.video.getByRole('button', { name: new RegExp(buddy1.name) }).click()
  await expect(players.video.getByText(`To ${buddy1.name}`)).toBeVisible()

  await players.video.getByRole('button', { name: 'Change' }).click()
  await players.video.getByRole('button', { name: new RegExp(buddy2.name) }).click()
  const field = players.video.getByRole('textbox', { name: `Message to ${buddy2.name}` })
  await field.fill('  \n ')
  await field.press('Enter')
  await expect(players.video.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true')
  await field.fill('You have to see this')

  // The page changes, but the draft keeps its recipient.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Chat' }).first().click()
  await page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('link', { name: new RegExp(buddy1.name) })
    .click()
  await expect(players.video.getByText(`To ${buddy2.name}`)).toBeVisible()
  await expect(players.video.getByRole('button', { name: `Send it to ${buddy1.name} instead` })).toBeVisible()
  await expect(field).toHaveValue('You have to see this')
  await expect(players.video.getByRole('button', { name: 'Send', exact: true })).toBeInViewport({ ratio: 1 })
  // The panel's height follows its content; only the final position counts.
  await expect.poll(() => players.overlap(players.video, page.locator('.wl-chat .wl-reply'))).toBe(false)
  await visitor.expectAccessible()

  const videoId = new URL(
    (await players.video.getByRole('link', { name: /^Open on YouTube/ }).getAttribute('href')) ?? '',
  ).searchParams.get('v')
  await field.press('Enter')
  const notice = page.getByText(`On its way to ${buddy2.name}.`)
  await expect(notice).toBeVisible()
  expect(await players.overlap(players.video, page.locator('.wl-notice').first())).toBe(false)
  await expect(field.or(players.video.getByRole('textbox'))).toHaveValue('')
  await page.getByRole('button', { name: 'Open chat' }).click()
  await expect.poll(async () => (await chatPage(visitor).messages()).at(-1)).toBe('You: You have to see this')
  await expect(page.locator('.wl-message').last().locator('a').first()).toHaveAttribute(
    'href',
    `https://www.youtube.com/watch?v=${videoId}`,
  )
  // The empty draft follows the page again.
  await expect(players.video.getByText(`To ${buddy2.name}`)).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('link', { name: new RegExp(buddy1.name) })
    .click()
  await expect(players.video.getByText(`To ${buddy1.name}`)).toBeVisible()
  await visitor.expectQuiet()
  await visitor.leave()
})

test('on a phone the player is a bar above the tabs, and the composer stays free', async ({ browser }) => {
  const visitor = await miraWithPlayers(browser, server, { width: 390, height: 844 })
  const { page } = visitor
  const players = playersPage(visitor)
  await players.play(CHANNEL)
  await players.expectPlaying(players.youtube)
  const tabs = page.locator('.wl-tabs')
  const panel = await players.place(players.video)
  expect(panel.y + panel.height).toBeLessThanOrEqual((await players.place(tabs)).y + 1)
  await tabs.getByRole('link', { name: 'Chat' }).click()
  await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link').filter({ hasNotText: 'Sunday listeners' }).first().click()
  await expect(chatPage(visitor).composer.first()).toBeVisible()
  // The panel's height follows its content; only the final position counts.
  await expect.poll(() => players.overlap(players.video, page.locator('.wl-chat .wl-reply'))).toBe(false)
  await players.expectPlaying(players.youtube)
  await visitor.expectAccessible()

  await players.bar.getByRole('button', { name: 'Fold the player' }).click()
  await expect(players.video.getByRole('button', { name: 'Close Channel preview' })).toBeHidden()
  expect((await players.place(players.bar)).height).toBe(56)
  expect((await players.place(players.video)).height).toBeGreaterThanOrEqual(200)
  await expect.poll(() => players.overlap(players.video, page.locator('.wl-chat .wl-reply'))).toBe(false)
  const bar = await players.place(players.bar)
  // A conversation has no tabs on a phone, so the bar is at the bottom of the screen.
  await expect(tabs).toBeHidden()
  expect(bar.y + bar.height).toBeLessThanOrEqual(845)
  expect(await players.overlap(players.bar, page.locator('.wl-chat .wl-reply'))).toBe(false)
  await players.expectPlaying(players.youtube)
  await visitor.expectAccessible()
  await visitor.expectQuiet()
  await visitor.leave()
})

test('a queue continues across Spotify and YouTube, and survives a reload', async ({ browser }) => {
  const visitor = await miraWithPlayers(browser, server)
  const { page } = visitor
  const players = playersPage(visitor)
  const { bar, queue } = players
  await visitor.open('/discover_content')
  const tracks = page.locator('section', { has: page.getByRole('heading', { name: 'Tracks for you' }) }).last()
  await expect(tracks.getByRole('heading', { level: 3 }).nth(1)).toBeVisible()
  const names = await tracks.getByRole('heading', { level: 3 }).allTextContents()
  await tracks.getByRole('button', { name: /^Play all/ }).click()
  await players.expectPlaying(players.spotify)
  await expect(players.spotify.getByRole('heading', { name: names[0] ?? '' })).toBeVisible()
  // Spotify's own player is in the bar at its compact size.
  expect((await players.place(players.music)).height).toBe(80)
  await expect(bar.getByRole('slider', { name: /^Position/ })).toBeVisible()
  // A track lasts 30 seconds; it must not end during the following steps.
  await bar.getByRole('button', { name: /^Pause/ }).click()
  await players.expectPaused(players.spotify)
  await visitor.expectAccessible()

  const videos = page.locator('section', { has: page.getByRole('heading', { name: 'Videos for you' }) }).last()
  const video = (await videos.getByRole('heading', { level: 3 }).first().textContent()) ?? ''
  await videos.getByRole('button', { name: `More for ${video}` }).click()
  await page.getByRole('menuitem', { name: 'Play next' }).click()
  await bar.getByRole('button', { name: 'Queue' }).click()
  const rows = queue.getByRole('listitem')
  await expect(rows.nth(1)).toContainText(video)
  await queue.getByRole('button', { name: `Move ${video} (arrow keys)` }).press('ArrowDown')
  await expect(rows.nth(2)).toContainText(video)
  await queue.getByRole('button', { name: `Remove ${names[1]} from the queue` }).click()
  await expect(rows.nth(1)).toContainText(video)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(rows.nth(1)).toContainText(names[1] ?? '')
  await queue.getByRole('button', { name: `Remove ${names[1]} from the queue` }).click()
  await visitor.expectAccessible()
  await page.keyboard.press('Escape')
  await expect(queue).toBeHidden()

  // The end of a track starts the video, whose picture stays visible above the bar.
  await bar.getByRole('button', { name: /^Resume/ }).click()
  await players.expectPlaying(players.spotify)
  await bar.getByRole('slider', { name: /^Position/ }).press('End')
  await players.expectPlaying(players.youtube)
  await expect(players.youtube.getByRole('heading', { name: video })).toBeVisible()
  const picture = await players.place(players.video)
  expect([picture.width >= 200, picture.height >= 200]).toEqual([true, true])
  expect(await players.overlap(players.video, bar)).toBe(false)

  // Collapsing and navigation keep the same frame.
  await players.video.locator('iframe').evaluate((frame) => frame.setAttribute('data-mark', 'the same'))
  await bar.getByRole('button', { name: 'Open the player' }).click()
  await expect(players.video.getByRole('button', { name: 'Close Channel preview' })).toBeVisible()
  await bar.getByRole('button', { name: 'Fold the player' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Moments' }).first().click()
  await expect(page.getByRole('heading', { name: 'Moments', exact: true, level: 1 })).toBeVisible()
  await expect(players.video.locator('iframe')).toHaveAttribute('data-mark', 'the same')
  await page.keyboard.press('Space')
  await players.expectPaused(players.youtube)
  await page.keyboard.press('Space')
  await players.expectPlaying(players.youtube)

  await page.reload()
  await bar.getByRole('button', { name: `Resume ${video}` }).click()
  await players.expectPlaying(players.youtube)
  await bar.getByRole('button', { name: 'Previous' }).click()
  await players.expectPlaying(players.spotify)
  await visitor.expectQuiet()
  await visitor.leave()
})

test('the queue and an open player are beside each other, in both directions of text', async ({ browser }) => {
  const visitor = await miraWithPlayers(browser, server)
  const { page } = visitor
  const players = playersPage(visitor)
  const { bar, queue, music, video } = players
  await visitor.open('/discover_content')
  const tracks = page.locator('section', { has: page.getByRole('heading', { name: 'Tracks for you' }) }).last()
  await tracks.getByRole('button', { name: /^Play all/ }).click()
  await players.expectPlaying(players.spotify)
  await bar.getByRole('button', { name: /^Pause/ }).click()
  await bar.getByRole('button', { name: 'Open the player' }).click()
  await bar.getByRole('button', { name: 'Queue' }).click()
  const expectBeside = async (panel: typeof music) => {
    await expect(queue).toBeVisible()
    for (const direction of ['ltr', 'rtl']) {
      await page.evaluate((dir) => void (document.documentElement.dir = dir), direction)
      for (const width of [1440, 1024, 1920]) {
        await page.setViewportSize({ width, height: 900 })
        await expect.poll(() => players.overlap(panel, queue), `${direction}, ${width} px`).toBe(false)
      }
    }
    await page.evaluate(() => void (document.documentElement.dir = 'ltr'))
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectBeside(music)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Escape')

  // The picture of a video plays on beside the queue: YouTube forbids covering it.
  await players.stop()
  await players.play(CHANNEL)
  await players.expectPlaying(players.youtube)
  await bar.getByRole('button', { name: 'Queue' }).click()
  await expectBeside(video)
  await page.setViewportSize({ width: 1440, height: 900 })
  await bar.getByRole('button', { name: 'Fold the player' }).click()
  await expect.poll(() => players.overlap(video, queue)).toBe(false)
  await players.expectPlaying(players.youtube)
  await page.getByRole('button', { name: 'Stop and close' }).click()
  await visitor.expectQuiet()
  await visitor.leave()
})

type Buddy = { name: string }

/** Two users with whom Mira has conversations. */
async function buddies({ page }: Visitor): Promise<[Buddy, Buddy]> {
  const rows = page.getByRole('navigation', { name: 'Conversations' }).locator('a:not(:has(.wl-group-face)) .wl-chats-name')
  await expect(rows.first()).toBeVisible()
  const [buddy1, buddy2] = (await rows.allTextContents()).map((name) => ({ name: name.trim() }))
  if (!buddy1 || !buddy2) throw new Error('the demo world has too few conversations')
  return [buddy1, buddy2]
}
