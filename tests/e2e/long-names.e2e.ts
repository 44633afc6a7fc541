import { expect, type Page } from '@playwright/test'
import { anApiUser, befriend } from '#tests/kit/api-user.ts'
import { test } from '#tests/kit/test.ts'
import { aVisitor } from '#tests/kit/visitor.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { limits } from '#contract/limits.ts'

/** The longest name, without a space to break it. */
const LONG = 'W'.repeat(limits.name.max)
const WIDTHS = [390, 1024, 1440]

test('the longest names of people, groups, and folders make no page wider than the screen', async ({ browser, emptyServer }) => {
  test.setTimeout(120_000)
  const picks = [
    { kind: 'artist', name: 'Gorillaz' },
    { kind: 'artist', name: 'Bonobo' },
  ] as const
  const [wanda, bea] = [await anApiUser(emptyServer, 'wanda', LONG, { picks }), await anApiUser(emptyServer, 'bea', 'Bea Long', { picks })]
  await befriend(wanda, bea)
  const { chat_id: groupId } = await wanda.ask('POST', '/groups', { name: LONG, uids: [bea.uid], description: '' })
  await bea.ask('POST', `/chats/${String(groupId)}/accept`)
  await bea.ask('POST', '/folders', { id: newUuidv7(Date.now()), name: 'F'.repeat(limits.folders.name), links: [] })
  // Wanda has not joined, and the page says so.
  const { id: blendId } = await bea.ask('POST', '/blends', { uids: [wanda.uid], title: 'T'.repeat(limits.blend.title), time_zone: 'UTC' })
  const { items } = await bea.ask('GET', '/taste-picks')
  const itemId = (items as { id: string }[])[0]?.id ?? ''

  const visitor = await aVisitor(browser, emptyServer)
  const { page } = visitor
  await visitor.signIn(bea.login)
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  const paths = [
    `/profile/${wanda.uid}`,
    `/view-connection/${wanda.uid}`,
    `/find-people/${wanda.uid}`,
    `/search/${wanda.uid}`,
    `/artist/${itemId}`,
    '/saved',
    `/chat?uid=${wanda.uid}`,
    `/chat/${String(groupId)}`,
    `/group/${String(groupId)}`,
    `/blend/${String(blendId)}`,
  ]
  for (const path of paths) {
    await visitor.open(path)
    await expect(page.getByText(/[WF]{60}/).first(), path).toBeAttached()
    await visitor.answered()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 })
      await expect.poll(wider, `${path} at ${width} px`).toBeLessThanOrEqual(0)
    }
  }
  // The count below a name that is too long doesn't make the button beside it higher.
  await visitor.open('/saved')
  const heightOfCreate = async () => (await page.getByRole('button', { name: 'Create folder' }).boundingBox())?.height
  const height = await heightOfCreate()
  await page.getByRole('textbox', { name: 'New folder' }).fill('F'.repeat(limits.folders.name + 1))
  await expect(page.getByText(`${limits.folders.name + 1} / ${limits.folders.name}`)).toBeVisible()
  expect(await heightOfCreate()).toBe(height)
  await visitor.expectQuiet()
  await visitor.leave()
})

test('with the largest text and long words, the plays fit on the smallest phone', async ({ browser, emptyServer }) => {
  const nils = await anApiUser(emptyServer, 'nils', 'Nils Lang')
  await nils.ask('POST', '/settings/language', { language: 'de' })
  const visitor = await aVisitor(browser, emptyServer, { width: 320, height: 640 })
  const { page } = visitor
  await visitor.signIn(nils.login)
  await page.addInitScript(() => localStorage.setItem('wl.text-size', 'larger'))
  await visitor.open('/plays')
  await expect(page.getByRole('radiogroup', { name: 'Zeitraum' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
  await visitor.expectQuiet()
  await visitor.leave()
})

/** Words of buttons, headings, and short facts that are on two lines, and whether the page is wider than the screen. */
const splitWords = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    for (const element of document.querySelectorAll('.wl-button-label, .wl-source-who *, .wl-match-part-words *, .wl-tab *')) {
      for (const node of element.childNodes) {
        if (node.nodeType !== Node.TEXT_NODE) continue
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[^\s-]+/g)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word)
        }
      }
    }
    return { words: found, isTooWide: document.documentElement.scrollWidth > document.documentElement.clientWidth }
  })

test('with the largest text, no word of a button breaks on the smallest phone', async ({ browser, emptyServer }) => {
  const picks = [{ kind: 'artist', name: 'Gorillaz' }] as const
  const nils = await anApiUser(emptyServer, 'nils', 'Nils Lang', { picks })
  const bea = await anApiUser(emptyServer, 'bea', 'Bea Long', { picks })
  await bea.ask('POST', `/connection-requests/${nils.uid}`, { note: 'Hallo' })
  await nils.ask('POST', '/settings/language', { language: 'de' })
  const { items } = await bea.ask('GET', '/taste-picks')
  const itemId = (items as { id: string }[])[0]?.id ?? ''

  const visitor = await aVisitor(browser, emptyServer, { width: 320, height: 640 })
  const { page } = visitor
  await page.addInitScript(() => {
    localStorage.setItem('wl.text-size', 'larger')
    localStorage.setItem('wl.language', 'de')
  })
  await visitor.open('/login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Willkommen zurück')
  expect(await splitWords(page)).toEqual({ words: [], isTooWide: false })
  await visitor.signIn(nils.login)
  for (const [path, label] of [
    ['/', 'Annehmen'],
    [`/profile/${nils.uid}`, 'Profil bearbeiten'],
    [`/artist/${itemId}`, 'Merken'],
    ['/social_connect', 'Hinzufügen'],
    [`/view-connection/${bea.uid}`, 'Annehmen'],
  ] as const) {
    await visitor.open(path)
    await expect(page.getByRole('button', { name: label }).first(), path).toBeVisible()
    await visitor.answered()
    await expect.poll(() => splitWords(page), path).toEqual({ words: [], isTooWide: false })
  }
  await visitor.expectQuiet()
  await visitor.leave()
})
