import { type Browser, expect } from '@playwright/test'
import { test } from '#tests/kit/test.ts'
import { anApiUser } from '#tests/kit/api-user.ts'
import { channelIdOf, extendedRow, listen, spotifyIdOf, videoIdOf, watchedPage } from '#tests/kit/exports.ts'
import { accountsPage } from '#tests/kit/pages/accounts.page.ts'
import { importsPage } from '#tests/kit/pages/imports.page.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { aVisitor, type Visitor } from '#tests/kit/visitor.ts'
import { aZip } from '#tests/kit/zip.ts'

const HOUR_MS = 3_600_000

let server: RunningServer
test.beforeAll(({ emptyServer }) => {
  server = emptyServer
})

/** A new user on the page of their sources. */
async function atSources(browser: Browser, options: Parameters<typeof aVisitor>[2] = {}): Promise<Visitor> {
  const { login } = await anApiUser(server, 'ida', 'Ida Rhodes')
  const visitor = await aVisitor(browser, server, options)
  await visitor.signIn(login)
  await visitor.open('/social_connect')
  return visitor
}

/** Four years of plays: every tenth in a private session, every tenth skipped at once. */
function spotifyHistory(): Buffer {
  const rows = Array.from({ length: 1_000 }, (_, index) =>
    extendedRow(
      {
        artist: `Band ${index % 40}`,
        track: `Song ${index % 200}`,
        at: new Date(Date.UTC(2022, 0, 1) + index * 30 * HOUR_MS).toISOString(),
        spotifyId: spotifyIdOf(index % 200),
      },
      index % 10 === 3 ? { incognito_mode: true } : index % 10 === 7 ? { ms_played: 2_000, skipped: true, reason_end: 'fwdbtn' } : {},
    ),
  )
  return aZip([
    { name: 'Spotify Extended Streaming History/Streaming_History_Audio_2022-2026_0.json', bytes: JSON.stringify(rows) },
    { name: 'Spotify Extended Streaming History/ReadMeFirst_ExtendedStreamingHistory.pdf', bytes: '%PDF-1.7' },
  ])
}

function takeout(): Buffer {
  const watched = Array.from({ length: 12 }, (_, index) => ({
    id: videoIdOf(index),
    title: `Film ${index}`,
    channel: `Channel ${index % 3}`,
    channelId: channelIdOf(index % 3),
  }))
  const folder = 'Takeout/YouTube und YouTube Music'
  return aZip([
    { name: `${folder}/Verlauf/Wiedergabeverlauf.html`, bytes: watchedPage(watched, 'Angesehen') },
    {
      name: `${folder}/Abos/Abos.csv`,
      bytes: `Kanal-ID,Kanal-URL,Kanaltitel\r\n${channelIdOf(9)},http://www.youtube.com/channel/${channelIdOf(9)},"Kochen, ganz leise"\r\n`,
    },
  ])
}

const listens = (): Buffer =>
  aZip([
    {
      name: 'listens/2026/9.jsonl',
      bytes: Array.from({ length: 30 }, (_, index) =>
        JSON.stringify(listen({ artist: `Singer ${index % 5}`, track: `Air ${index % 9}` })),
      ).join('\n'),
    },
    { name: 'user.json', bytes: '{"user_id":1,"username":"listener"}' },
  ])

test('signed out, the page lists the data of each source and offers to sign in', async ({ browser }) => {
  const visitor = await aVisitor(browser, server)
  await visitor.open('/social_connect')
  for (const name of ['Spotify', 'YouTube', 'ListenBrainz', 'Last.fm', 'Import a file', 'Picked by hand'])
    await expect(visitor.page.getByRole('region', { name, exact: true })).toBeVisible()
  await expect(visitor.page.getByRole('main').getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')
  await visitor.expectQuiet()
  await visitor.leave()
})

test('imports dropped or chosen files with the given consent, and lists what was read and skipped', async ({ browser }) => {
  const visitor = await atSources(browser)
  const imports = importsPage(visitor)
  const { page } = visitor

  await imports.card.getByText('Buddies').click()
  await imports.card.getByRole('switch', { name: /^Counts for matching/ }).press('Space')
  await imports.drop({ name: 'my_spotify_data.zip', content: spotifyHistory() })
  const result = imports.result('my_spotify_data.zip')
  await expect(result.getByText(/^Spotify history: 800 plays, from January 2022 to June 2025$/)).toBeVisible({ timeout: 30_000 })
  await expect(result.getByText('New: 32 artists and 160 tracks')).toBeVisible()
  await result.getByText('200 rows skipped').click()
  await expect(result.getByText('from a private session')).toBeVisible()
  await expect(result.getByText('skipped after a few seconds')).toBeVisible()
  await expect(result.getByText('1 other file was ignored')).toBeVisible()
  const card = page.getByRole('region', { name: 'Spotify history' })
  await expect(card.getByRole('radio', { name: 'Buddies' })).toBeChecked()
  await expect(card.getByRole('switch', { name: /^Counts for matching/ })).not.toBeChecked()
  await visitor.expectAccessible()

  await imports.bring({ name: 'again.zip', content: spotifyHistory() }, 'You’ve already imported this file. Nothing was added.')
  await imports.bring({ name: 'takeout-20261001.zip', content: takeout() }, /^YouTube Takeout: 12 plays and 1 saved or followed/)
  await imports.bring({ name: 'listenbrainz_listener.zip', content: listens() }, /^ListenBrainz export: 30 plays, in October 2026$/)

  await card.getByRole('button', { name: 'Delete: Spotify history' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(card).toBeHidden()
  await expect(imports.result('my_spotify_data.zip')).toBeHidden()
  await visitor.expectQuiet()
  await visitor.leave()
})

test('a file that is not an export is rejected with a helpful message and not stored', async ({ browser }) => {
  const visitor = await atSources(browser, { width: 390, height: 844 })
  const imports = importsPage(visitor)
  const whole = spotifyHistory()
  await imports.bring({ name: 'half.zip', content: whole.subarray(0, whole.length / 2) }, /^This file is damaged or incomplete\./)
  await imports.bring({ name: 'holiday.zip', content: aZip([{ name: 'beach.jpg', bytes: 'not really' }]) }, /^We can’t read this file\./)
  await imports.bring({ name: 'nested.zip', content: aZip([{ name: 'my_data.zip', bytes: whole }]) }, /^There’s a zip inside this zip\./)
  await imports.choose({ name: 'empty.json', content: '' })
  await expect(imports.card.getByText('That file is empty.')).toBeVisible()
  await imports.card.getByRole('button', { name: 'Remove holiday.zip from the list' }).click()
  await expect(imports.result('holiday.zip')).toBeHidden()
  await expect(visitor.page.getByRole('region', { name: 'Spotify history' })).toBeHidden()
  await visitor.expectAccessible()
  await visitor.leave()
})

test('an upload shows its progress and can be canceled; a canceled upload is not stored', async ({ browser }) => {
  const visitor = await atSources(browser)
  const imports = importsPage(visitor)
  const { page } = visitor
  // The second part is delayed, as by a slow connection.
  const { promise: isFree, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/imports\/[^/]+\/parts\/1$/, async (route) => {
    await isFree
    await route.continue().catch(() => undefined)
  })
  await imports.choose({ name: 'large.json', content: Buffer.alloc(9 * 1024 * 1024, ' ') })
  await expect(imports.card.getByText(/^Sending, \d\d%$/)).toBeVisible()
  await expect(imports.card.getByRole('progressbar', { name: 'large.json' })).toBeVisible()
  await imports.card.getByRole('button', { name: 'Cancel' }).click()
  await expect(imports.result('large.json').getByText('Canceled. Nothing was saved.')).toBeVisible()
  await expect(imports.card.getByRole('button', { name: 'Choose a file' })).toBeVisible()
  release()
  await visitor.leave()
})

test('a second tab shows the file that the first one sends, and can cancel it', async ({ browser }) => {
  const visitor = await atSources(browser)
  const page = await visitor.context.newPage()
  const other = importsPage({ ...visitor, page })
  await page.goto('/social_connect')
  await expect(other.card.getByRole('button', { name: 'Choose a file' })).toBeVisible()
  const { promise: isFree, resolve: release } = Promise.withResolvers<void>()
  await visitor.page.route(/\/imports\/[^/]+\/parts\/1$/, async (route) => {
    await isFree
    await route.continue().catch(() => undefined)
  })
  const first = importsPage(visitor)
  await first.choose({ name: 'large.json', content: Buffer.alloc(5 * 1024 * 1024, ' ') })
  await expect(first.card.getByText(/^Sending, \d\d%$/)).toBeVisible()
  await other.choose({ name: 'another.json', content: '[]' })
  await expect(other.card.getByText('Another file of yours is being imported. Wait for it, or cancel it.')).toBeVisible()
  await other.card.getByRole('button', { name: 'Cancel' }).click()
  await expect(other.result('large.json').getByText('Canceled. Nothing was saved.')).toBeVisible()
  await expect(first.result('large.json').getByText('Canceled. Nothing was saved.')).toBeVisible()
  await expect(other.card.getByText(/^Another file of yours/)).toHaveCount(0)
  release()
  await other.bring({ name: 'another.json', content: '[]' }, /^This file is empty/)
  await visitor.leave()
})

test('a long file name makes the page no wider than a phone', async ({ browser }) => {
  const visitor = await atSources(browser, { width: 390, height: 844 })
  const name = `${'my_spotify_data_'.repeat(14)}.json`
  await importsPage(visitor).bring({ name, content: '[]' }, /^This file is empty/)
  expect(
    await visitor.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0)
  await visitor.expectQuiet()
  await visitor.leave()
})

test('a name is linked as not verified, and verified by its token or by signing in there', async ({ browser }) => {
  const visitor = await atSources(browser)
  const { page } = visitor
  const accounts = accountsPage(visitor)
  const brainz = accounts.card('ListenBrainz')
  const name = brainz.getByRole('textbox', { name: 'Your ListenBrainz username' })
  await brainz.getByRole('button', { name: 'Add your ListenBrainz username' }).click()
  await brainz.getByRole('button', { name: 'Link ListenBrainz' }).click()
  await expect(brainz.getByText('Enter your username or your profile’s address.')).toBeVisible()
  await name.fill('nobody')
  await name.press('Enter')
  await expect(brainz.getByText('There’s no ListenBrainz profile with that name.')).toBeVisible()
  await brainz.getByText('Only me').click()
  await name.fill('https://listenbrainz.org/user/amara.o/')
  await name.press('Enter')
  await expect(brainz.getByText('Not verified')).toBeVisible({ timeout: 30_000 })
  await expect(brainz.getByText(/^Linked to amara\.o/)).toBeVisible()
  await expect(brainz.getByRole('radio', { name: 'Only me' })).toBeChecked()

  await brainz.getByText('Prove that it’s yours').click()
  await brainz.getByLabel('Your user token').fill('token-of-another.user')
  await brainz.getByRole('button', { name: 'Prove that it’s mine' }).click()
  await expect(brainz.getByText('That token doesn’t belong to this username.')).toBeVisible()
  await brainz.getByLabel('Your user token').fill('token-of-amara.o')
  await brainz.getByRole('button', { name: 'Prove that it’s mine' }).click()
  await expect(brainz.getByText('Verified', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(brainz.getByRole('radio', { name: 'Only me' })).toBeChecked()

  const lastfm = accounts.card('Last.fm')
  await lastfm.getByRole('button', { name: 'Add your Last.fm username' }).click()
  await lastfm.getByText('Buddies', { exact: true }).click()
  await lastfm.getByRole('button', { name: 'Log in with Last.fm instead' }).click()
  await page.getByLabel('Username', { exact: true }).fill('amara.o')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'You didn’t allow access' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByLabel('Username', { exact: true }).fill('amara.o')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('button', { name: 'Agree' }).click()
  await expect(page).toHaveURL(/\/find_buddies$/, { timeout: 30_000 })
  await visitor.open('/social_connect')
  await expect(lastfm.getByText('Verified', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(lastfm.getByRole('radio', { name: 'Buddies' })).toBeChecked()
  await visitor.expectAccessible()
  await visitor.leave()
})
