import { expect, type Locator } from '@playwright/test'
import { test } from '#tests/kit/test.ts'
import { anApiUser, befriend } from '#tests/kit/api-user.ts'
import { chatPage } from '#tests/kit/pages/chat.page.ts'
import { momentsPage } from '#tests/kit/pages/moments.page.ts'
import { playersPage } from '#tests/kit/pages/players.page.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { aVisitor } from '#tests/kit/visitor.ts'

let server: RunningServer
test.beforeAll(({ emptyServer }) => {
  server = emptyServer
})

async function closePlayer(card: Locator): Promise<void> {
  await card.getByRole('button', { name: 'Close the player' }).click()
  await expect(card.locator('.wl-clip')).toHaveCount(0)
}

test('a pasted link becomes a card, plays in place, and shows when it is dead', async ({ browser }) => {
  test.setTimeout(180_000)
  const visitor = await aVisitor(browser, server)
  const { page } = visitor
  const nora = await anApiUser(server, 'nora', 'Nora Vale', { picks: [{ kind: 'artist', name: 'Bonobo' }] })
  await visitor.signIn(nora.login)
  await visitor.open('/moments')
  const moments = momentsPage(visitor)

  await test.step('the card appears while the message is written, and nothing moves when its data arrives', async () => {
    // The metadata loads only after the position of the card without it is known.
    const measured = Promise.withResolvers<void>()
    await page.route('**/app/auth/link-cards', async (route) => {
      await measured.promise
      await route.continue()
    })
    const cardsRequest = page.waitForRequest('**/app/auth/link-cards')
    await moments.field.fill('https://open.spotify.com/track/1RKUoGiLEbcXN4GY4spQDx')
    await cardsRequest
    const tile = moments.composer.locator('.wl-link-tile')
    await expect(tile).toBeVisible()
    const before = await tile.boundingBox()
    measured.resolve()
    await expect(moments.composer.getByRole('link', { name: /^Clint Eastwood/ })).toBeVisible()
    await expect(moments.composer.getByText('Gorillaz')).toBeVisible()
    expect(await tile.boundingBox()).toEqual(before)
    const elsewhere = moments.composer.getByRole('link', { name: /^Also on YouTube/ })
    await expect(elsewhere).toHaveAttribute('href', 'https://www.youtube.com/watch?v=Qzb2VcBuA3U')
    await moments.composer.getByRole('button', { name: 'Post', exact: true }).click()
  })

  await test.step('the card in the feed plays after consent', async () => {
    await expect(moments.feed.getByRole('link', { name: /^Clint Eastwood/ })).toBeVisible()
    await moments.feed.getByRole('button', { name: 'Play here' }).click()
    const players = playersPage(visitor)
    await players.allow(players.music)
    await players.expectPlaying(players.spotify)
    await players.stop()
  })

  await test.step('a short link is resolved; its picture comes from our server', async () => {
    await moments.post('Look https://vm.tiktok.com/ZMkitchen/')
    const card = moments.card('Look')
    await expect(card.getByText('Tiny Kitchen Band')).toBeVisible()
    await expect(card.getByText('TikTok · video')).toBeVisible()
    await expect(card.locator('.wl-link-tile img')).toHaveAttribute('src', /^\/art\/link\/[0-9a-f]{64}$/)
    await expect.poll(() => card.locator('.wl-link-tile img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  })

  await test.step('a clip plays in its card after consent, and stops when something else begins', async () => {
    const card = moments.card('Look')
    await card.getByRole('button', { name: 'Play here' }).click()
    const player = card.frameLocator('iframe')
    await expect(card.locator('iframe')).toHaveCount(0)
    await card.getByRole('button', { name: 'Load the player' }).click()
    await player.getByRole('button', { name: 'Play', exact: true }).click()
    await expect(player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
    await visitor.expectAccessible()
    await page.getByRole('article').filter({ hasText: 'Clint Eastwood' }).getByRole('button', { name: 'Play here' }).first().click()
    const players = playersPage(visitor)
    await players.expectPlaying(players.spotify)
    await expect(card.getByText('Stopped because something else is playing.')).toBeVisible()
    await players.stop()
    await expect(players.music).toBeHidden()
    await closePlayer(card)
  })

  await test.step('a deleted item is marked as deleted and has no player', async () => {
    await moments.post('Oh no https://www.youtube.com/watch?v=goneLive_01')
    const card = moments.card('Oh no')
    await expect(card.getByText('Removed or private')).toBeVisible()
    await expect(card.getByRole('button', { name: 'Play here' })).toHaveCount(0)
  })

  await test.step('a platform without pictures has its own card', async () => {
    await moments.post('Rehearsal https://www.instagram.com/reel/CxR3hearsal/')
    await expect(moments.card('Rehearsal').getByText('Instagram · reel')).toBeVisible()
    await expect(moments.card('Rehearsal').getByRole('button', { name: 'Play here' })).toBeVisible()
    await visitor.expectAccessible()
  })

  await test.step('players without messages also load after consent, each from its own platform', async () => {
    await moments.post('Rooftop https://www.facebook.com/reel/1234567890')
    for (const [text, platform] of [
      ['Rehearsal', 'Instagram'],
      ['Rooftop', 'Facebook'],
    ] as const) {
      const card = moments.card(text)
      await card.getByRole('button', { name: 'Play here' }).click()
      await expect(card.getByText(`${platform} will see your IP address`)).toBeVisible()
      await expect(card.locator('iframe')).toHaveCount(0)
      await card.getByRole('button', { name: 'Load the player' }).click()
      await expect(card.frameLocator('iframe').getByText(`Fake ${platform}`)).toBeVisible()
      await closePlayer(card)
    }
  })

  await test.step('a song missing in our catalog is searched on the viewer’s other platform, and marked as a guess', async () => {
    await moments.post('Sing along https://www.youtube.com/watch?v=djV11Xbc914')
    const elsewhere = moments.card('Sing along').getByRole('link', { name: /^Maybe also on Spotify/ })
    await expect(elsewhere).toHaveAttribute('href', 'https://open.spotify.com/track/2WfaOiMkCvy7F5fcp2zZ8L')
  })
  await visitor.leave()
})

test('in a conversation, the placeholders of a card that loads stand out from the card in both themes', async ({ browser }) => {
  const [olga, paul] = [await anApiUser(server, 'olga', 'Olga Lind'), await anApiUser(server, 'paul', 'Paul Mohr')]
  await befriend(olga, paul)
  const visitor = await aVisitor(browser, server)
  const { page } = visitor
  await visitor.signIn(olga.login)
  const asked = Promise.withResolvers<void>()
  await page.route('**/app/auth/link-cards', async (route) => {
    await asked.promise
    await route.continue()
  })
  await visitor.open(`/chat?uid=${paul.uid}`)
  const chat = chatPage(visitor)
  await chat.write('https://open.spotify.com/track/1RKUoGiLEbcXN4GY4spQDx')
  const card = page.locator('.wl-message .wl-link-tile')
  const colorOf = (part: Locator) => part.evaluate((element) => getComputedStyle(element).backgroundColor)
  for (const theme of ['light', 'dark'] as const) {
    await visitor.chooseTheme(theme)
    expect(await colorOf(card.locator('.wl-skeleton').first())).not.toBe(await colorOf(card))
  }
  asked.resolve()
  await expect(card.getByRole('link', { name: /^Clint Eastwood/ })).toBeVisible()
  await visitor.leave()
})
