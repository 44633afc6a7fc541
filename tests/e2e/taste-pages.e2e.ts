import { type Browser, expect } from '@playwright/test'
import { test } from '#tests/kit/test.ts'
import { accountRow } from '#tests/kit/exports.ts'
import { chatPage } from '#tests/kit/pages/chat.page.ts'
import { importsPage } from '#tests/kit/pages/imports.page.ts'
import { playersPage } from '#tests/kit/pages/players.page.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { aVisitor, type Visitor } from '#tests/kit/visitor.ts'

const ITEM_COUNT = 5_000
const OWNER = 'Jonas Weir'

let server: RunningServer
test.beforeAll(({ demoServer }) => {
  server = demoServer
})

async function logIn(browser: Browser, name: RegExp, options: Parameters<typeof aVisitor>[2] = {}): Promise<Visitor> {
  const login = server.ready.logins.find((entry) => name.test(entry.name))
  if (!login) throw new Error('the server printed no such login')
  const visitor = await aVisitor(browser, server, options)
  await visitor.signIn(login)
  return visitor
}

/** The address of the person's own profile. */
const profileOf = async ({ page }: Visitor): Promise<string> =>
  (await page.getByRole('navigation', { name: 'Main' }).first().locator('a[href^="/profile/"]').first().getAttribute('href')) ?? ''

test('a list of 5,000 tracks loads while scrolling; one track is shared in a chat', async ({ browser }) => {
  test.setTimeout(240_000)
  const owner = await logIn(browser, /^Jonas/)
  await owner.open('/social_connect')
  const profile = await profileOf(owner)
  const plays = Array.from({ length: ITEM_COUNT }, (_, index) => accountRow({ artist: `Player ${index % 700}`, track: `Piece ${index}` }))
  await importsPage(owner).bring({ name: 'StreamingHistory_music_0.json', content: JSON.stringify(plays) }, /5,000 plays/)

  const viewer = await logIn(browser, /^Mira/)
  const { page } = viewer
  await viewer.open(`${profile}/spotify`)
  const tracks = page.getByRole('region', { name: 'Top tracks' })
  await tracks.getByRole('button', { name: /^Show all 5,\d\d\d$/ }).click()
  const rows = tracks.locator('.wl-item-row')
  await expect(tracks.getByRole('button', { name: 'Show more' })).toBeAttached()
  const place = async () =>
    Math.max(...(await rows.allTextContents()).map((text) => Number(/#([\d,]+)/.exec(text)?.[1]?.replace(',', '') ?? 0)))
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 6_000)
        return place()
      },
      { timeout: 90_000, intervals: [200] },
    )
    .toBeGreaterThan(400)
  // Only rows near the screen are rendered.
  expect(await rows.count()).toBeLessThan(120)
  // It can be clicked before the list has come to rest. The rest of the wheel movement may still pull it away at first.
  const reachedWhileMoving = () =>
    page.evaluate(async () => {
      const drawn = document.querySelectorAll('.wl-taste-whole .wl-item-row')
      drawn[drawn.length >> 1]?.scrollIntoView({ block: 'center' })
      scrollBy(0, -200)
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
      return document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('.wl-taste-whole')?.tagName
    })
  await expect.poll(reachedWhileMoving).toBe('UL')
  await viewer.expectAccessible()

  await viewer.open(`${profile}/spotify`)
  const first = page.getByRole('region', { name: 'Saved tracks' }).locator('.wl-item-row').first()
  const name = (await first.locator('.wl-item-row-name').textContent()) ?? ''
  await first.getByRole('button', { name: `Send ${name} to a chat` }).click()
  const dialog = page.getByRole('dialog')
  // The owner of the page first; only buddies can receive something.
  await expect(dialog.getByText(`To ${OWNER}`)).toBeVisible()
  await expect(dialog.getByText('You can send Jonas something once you’re buddies.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Change' }).click()
  await expect(dialog.getByText('Who gets it?')).toBeVisible()
  await dialog.getByRole('listitem').getByRole('button').first().click()
  await dialog.getByRole('textbox', { name: /^Message to / }).fill('This one, all day long')
  await viewer.expectAccessible()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Open chat' }).click()
  await expect.poll(async () => (await chatPage(viewer).messages()).at(-1)).toContain('This one, all day long')
  await viewer.expectQuiet()
  await viewer.leave()
  await owner.leave()
})

test('music by time range, recent plays and saved tracks; artists open their player, channels their preview', async ({ browser }) => {
  const viewer = await logIn(browser, /^Mira/)
  const { page } = viewer
  const { people } = (await viewer.ask('GET', '/people?q=amara')) as { people: { uid: string; name: string }[] }
  const profile = `/profile/${people.find(({ name }) => name.startsWith('Amara'))?.uid}`
  const players = playersPage(viewer)
  await viewer.open(`${profile}/spotify`)
  const artists = page.getByRole('region', { name: 'Top artists' })
  const names = async () => (await artists.locator('.wl-round-item-name').allTextContents()).join(', ')
  await expect(artists.getByText('shared').first()).toBeVisible()
  const allTime = await names()
  await page.getByRole('button', { name: 'Last 4 weeks' }).click()
  await expect.poll(names).not.toBe(allTime)
  await page.getByRole('button', { name: 'All time' }).click()
  await expect.poll(names).toBe(allTime)
  for (const title of ['Top tracks', 'Recently played', 'Saved tracks'])
    await expect(page.getByRole('region', { name: title }).locator('.wl-item-row').first()).toBeVisible()
  await artists
    .getByRole('button', { name: /^Play / })
    .first()
    .click()
  await expect(players.music).toBeVisible()
  await players.music.getByRole('button', { name: /^Close/ }).click()

  await viewer.open(`${profile}/youtube`)
  const channels = page.getByRole('region', { name: 'Subscribed channels' })
  await expect(
    page
      .getByRole('region', { name: 'Liked videos' })
      .getByRole('button', { name: /^Send .+ to a chat$/ })
      .first(),
  ).toBeVisible()
  await channels
    .getByRole('button', { name: /^Play / })
    .first()
    .click()
  await expect(players.video).toBeVisible()
  await viewer.expectQuiet()
  await viewer.leave()
})
