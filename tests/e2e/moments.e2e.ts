import { type Browser, expect } from '@playwright/test'
import { test } from '#tests/kit/test.ts'
import { anApiUser, befriend, type ApiUser } from '#tests/kit/api-user.ts'
import { chatPage } from '#tests/kit/pages/chat.page.ts'
import { momentsPage } from '#tests/kit/pages/moments.page.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { aVisitor, type Visitor } from '#tests/kit/visitor.ts'

const VIDEO = 'https://www.youtube.com/watch?v=YE7VzlLtp-4'

let server: RunningServer
let anna: ApiUser
let ben: ApiUser
test.beforeAll(async ({ emptyServer }) => {
  server = emptyServer
  anna = await anApiUser(server, 'anna', 'Anna Vale')
  ben = await anApiUser(server, 'ben', 'Ben Olsen')
  await befriend(anna, ben)
})

async function post(person: ApiUser, text: string): Promise<string> {
  return String((await person.ask('POST', '/moments', { text }))['id'])
}

async function visitorOf(browser: Browser, { login }: ApiUser, options: Parameters<typeof aVisitor>[2] = {}): Promise<Visitor> {
  const visitor = await aVisitor(browser, server, options)
  await visitor.signIn(login)
  return visitor
}

async function leave(...visitors: Visitor[]): Promise<void> {
  for (const visitor of visitors) {
    await visitor.expectQuiet()
    await visitor.leave()
  }
}

test('a moment with a picture and a link is posted, arrives without moving the feed, gets likes and comments, and is answered in the chat', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  for (let number = 1; number <= 8; number++) await post(anna, `Older thought ${number}`)
  const [annaVisitor, benVisitor] = [await visitorOf(browser, anna), await visitorOf(browser, ben)]
  const [annaMoments, benMoments] = [momentsPage(annaVisitor), momentsPage(benVisitor)]
  await Promise.all([annaMoments.open(), benMoments.open()])

  await test.step('a reader in the middle of the feed keeps the position and sees a notice', async () => {
    await benVisitor.page.mouse.wheel(0, 600)
    const reading = benMoments.card('Older thought 4')
    await expect(reading).toBeVisible()
    await expect.poll(async () => (await benMoments.placeOf(reading)).scrolled).toBeGreaterThan(300)
    const before = await benMoments.placeOf(reading)

    await annaMoments.field.fill(`Vinyl corner is done ${VIDEO}`)
    await annaMoments.composer.getByTestId('pictures').setInputFiles('web/public/icon-192.png')
    await annaMoments.composer.getByRole('textbox', { name: 'Description of picture 1' }).fill('A shelf of records')
    await expect(annaMoments.composer.getByRole('article')).toContainText('YouTube')
    await annaMoments.composer.getByRole('button', { name: 'Post', exact: true }).click()
    const posted = annaMoments.card('Vinyl corner')
    await expect(posted.getByRole('img', { name: 'A shelf of records' })).toBeVisible()
    await expect(posted).toContainText('YouTube')
    await annaVisitor.expectAccessible()

    await expect(benMoments.pill).toHaveText('1 new')
    expect(await benMoments.placeOf(reading)).toEqual(before)
    await benVisitor.expectAccessible()
    await benMoments.pill.click()
    await expect(benMoments.card('Vinyl corner').getByRole('img', { name: 'A shelf of records' })).toBeVisible()
    await expect(benMoments.pill).toBeHidden()
  })

  await test.step('a reader likes the moment and comments; the author reads the comment', async () => {
    const card = benMoments.card('Vinyl corner')
    await card.getByRole('button', { name: 'Like', exact: true }).click()
    await expect(card.getByRole('button', { name: 'Like, 1 like' })).toHaveAttribute('aria-pressed', 'true')
    await expect(annaMoments.card('Vinyl corner').getByRole('button', { name: 'Like, 1 like' })).toHaveAttribute('aria-pressed', 'false')
    await benMoments.openComments(card)
    const before = await annaMoments.card('Vinyl corner').boundingBox()
    await benMoments.comment('Which shelf is that?')
    await expect(benMoments.comments).toHaveCount(1)
    await expect(annaMoments.card('Vinyl corner').getByRole('link', { name: '1 comment' })).toBeVisible()
    expect(await annaMoments.card('Vinyl corner').boundingBox()).toEqual(before)
    await benVisitor.expectAccessible()
    await benMoments.layer.getByRole('button', { name: 'Close' }).click()

    await annaMoments.open()
    await annaMoments.openComments(annaMoments.card('Vinyl corner'))
    await expect(annaMoments.comments).toContainText(['Which shelf is that?'])
    await annaMoments.layer.getByRole('button', { name: '1 person likes this' }).click()
    await expect(annaMoments.layer.getByRole('list', { name: 'Who likes this' })).toContainText(ben.name)
  })

  await test.step('an author deletes a comment on their moment and undoes it', async () => {
    await annaMoments.layer.getByRole('button', { name: `Delete ${ben.name}’s comment` }).click()
    await expect(annaMoments.layer.getByText('No comments yet.')).toBeVisible()
    await expect(annaMoments.layer.getByRole('textbox', { name: 'Your comment' })).toBeFocused()
    await annaMoments.undo()
    await expect(annaMoments.comments).toContainText(['Which shelf is that?'])
  })

  await test.step('a reader answers in the chat, with the moment attached', async () => {
    await benMoments.card('Vinyl corner').getByRole('link', { name: 'Answer Anna in the chat' }).click()
    await expect(benVisitor.page).toHaveURL(/\/chat\/[0-9a-f-]{36}\?moment=/)
    await chatPage(benVisitor).write('I want that corner.')
    await chatPage(benVisitor).expectAllSent()
    await expect(benVisitor.page.getByRole('main')).toContainText('Vinyl corner is done')
    await annaVisitor.open(benVisitor.path())
    await expect(annaVisitor.page.getByText('I want that corner.').first()).toBeVisible()
    await expect(annaVisitor.page.getByRole('main')).toContainText('Vinyl corner is done')
  })
  await leave(annaVisitor, benVisitor)
})

test('a picture is pasted or dropped, a failed upload is retried, and no text is needed', async ({ browser }) => {
  const visitor = await visitorOf(browser, anna)
  const moments = momentsPage(visitor)
  await visitor.open('/moments')
  const full = { type: 'about:blank', title: 'full', status: 413, code: 'quota_exceeded' }
  await visitor.page.route('**/app/auth/uploads*', (route) => route.fulfill({ status: 413, json: full }), { times: 1 })
  await moments.give('paste')
  await moments.composer.getByRole('button', { name: 'Try picture 1 again' }).click()
  await moments.composer.getByRole('textbox', { name: 'Description of picture 1' }).fill('Four bars')
  // A draft with its pictures outlives the page, once the browser has stored them.
  await expect.poll(() => moments.keptPictures()).toEqual(['Four bars'])
  await visitor.page.reload()
  await expect(moments.composer.getByRole('textbox', { name: 'Description of picture 1' })).toHaveValue('Four bars')
  await moments.give('drop')
  await moments.composer.getByRole('button', { name: 'Remove picture 2' }).click()
  await expect(moments.composer.getByRole('list', { name: 'Pictures to send' }).getByRole('listitem')).toHaveCount(1)
  await moments.composer.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(moments.feed.getByRole('img', { name: 'Four bars' })).toBeVisible()
  await expect.poll(() => moments.keptPictures()).toEqual([])
  await visitor.leave()
})

test('a moment opens above the feed at its own address; closing it leaves the feed in place; keys move between cards and open one', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  for (let number = 1; number <= 12; number++) await post(anna, `Long read ${number}`)
  const reader = await visitorOf(browser, ben)
  const moments = momentsPage(reader)
  await moments.open()
  const card = moments.card('Long read 4')
  await expect(async () => {
    await reader.page.mouse.wheel(0, 500)
    await expect(card).toBeInViewport({ timeout: 500 })
  }).toPass()
  await reader.page.waitForFunction(() => document.getAnimations().length === 0)
  const before = await moments.placeOf(card)
  await moments.openComments(card)
  await expect(reader.page).toHaveURL(/\/moments\?post=[0-9a-f-]{36}$/)
  const address = reader.page.url()
  expect((await moments.placeOf(card)).top).toBe(before.top)
  await reader.page.goBack()
  await expect(moments.layer).toBeHidden()
  await expect(reader.page).toHaveURL(/\/moments$/)
  expect(await moments.placeOf(card)).toEqual(before)

  await moments.openComments(card)
  await reader.page.keyboard.press('Escape')
  await expect(moments.layer).toBeHidden()
  await expect(reader.page).toHaveURL(/\/moments$/)
  await expect(card.getByRole('link', { name: /comment/i })).toBeFocused()
  expect(await moments.placeOf(card)).toEqual(before)

  await reader.page.goto(address)
  await expect(moments.layer.getByText('Long read 4', { exact: true })).toBeVisible()
  await moments.layer.getByRole('button', { name: 'Close' }).click()
  await expect(reader.page).toHaveURL(/\/moments$/)
  await expect(moments.card('Long read 12')).toBeVisible()

  await test.step('keys move between cards and open one', async () => {
    const cards = moments.feed.getByRole('article')
    await cards.first().getByRole('link').first().focus()
    await reader.page.keyboard.press('j')
    await expect(cards.nth(1)).toBeFocused()
    await reader.page.keyboard.press('ArrowDown')
    await expect(cards.nth(2)).toBeFocused()
    await reader.page.keyboard.press('k')
    await expect(cards.nth(1)).toBeFocused()
    await reader.page.keyboard.press('Enter')
    await expect(moments.layer).toBeVisible()
  })
  await leave(reader)
})

test('a moment is edited, hidden and deleted, and the last two can be undone', async ({ browser }) => {
  test.setTimeout(120_000)
  await post(ben, 'Said before')
  const id = await post(anna, 'Frist words')
  const [annaVisitor, benVisitor] = [await visitorOf(browser, anna), await visitorOf(browser, ben)]
  const [annaMoments, benMoments] = [momentsPage(annaVisitor), momentsPage(benVisitor)]
  await Promise.all([annaMoments.open(), benMoments.open()])

  await annaMoments.choose(annaMoments.card('Frist words'), 'Edit')
  const dialog = annaVisitor.page.getByRole('dialog', { name: 'Edit your moment' })
  await dialog.getByRole('textbox', { name: 'Text of your moment' }).fill('First words')
  await dialog.getByText('Buddies', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(annaMoments.card('First words')).toContainText('edited')
  await expect(annaMoments.card('First words')).toContainText('Buddies')
  await expect(benMoments.card('First words')).toContainText('edited')

  await benMoments.choose(benMoments.card('First words'), 'Hide this moment')
  await expect(benMoments.card('First words')).toBeHidden()
  await benMoments.undo()
  await expect(benMoments.card('First words')).toBeVisible()
  await benMoments.choose(benMoments.card('First words'), 'Hide this moment')
  await expect(benVisitor.page.getByText('You won’t see this moment again.')).toBeVisible()
  await benMoments.open()
  await expect(benMoments.card('First words')).toBeHidden()
  await benVisitor.open(`/moments?post=${id}`)
  await benVisitor.page.getByRole('button', { name: 'Show it again' }).click()
  await expect(benMoments.layer.getByText('First words')).toBeVisible()

  await benMoments.open()
  await benMoments.choose(benMoments.card('First words'), 'Mute Anna')
  await expect(benMoments.card('First words')).toBeHidden()
  await benMoments.undo()
  await expect(benMoments.card('First words')).toBeVisible()
  await benMoments.choose(benMoments.card('First words'), 'Report')
  const report = benVisitor.page.getByRole('dialog')
  await report.getByRole('combobox').selectOption({ index: 1 })
  await report.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(report).toBeHidden()
  await expect(benMoments.card('First words').getByRole('button', { name: /^More about .* moment/ })).toBeFocused()

  await annaMoments.choose(annaMoments.card('First words'), 'Delete')
  await expect(annaMoments.card('First words')).toBeHidden()
  // The focus stays: it is on the next card.
  await expect(annaMoments.card('Said before')).toBeFocused()
  await annaMoments.undo()
  await expect(annaMoments.card('First words')).toBeVisible()
  await annaMoments.choose(annaMoments.card('First words'), 'Delete')
  // Leaving the page ends the undo period.
  await annaVisitor.open('/settings')
  await expect(benMoments.feed.getByText('This moment is no longer here.')).toBeVisible()
  await benVisitor.open(`/moments?post=${id}`)
  await expect(benVisitor.page.getByText('This moment isn’t available. It was deleted, or it isn’t shared with you.')).toBeVisible()
  // The browser logs that the moment was not found, which is expected.
  await annaVisitor.leave()
  await benVisitor.leave()
})

test('A23: scripts in moments and comments are shown as text', async ({ browser }) => {
  const texts = ['<img src=x onerror=alert(1)>', '<svg onload=alert(1)>', '[a](javascript:alert(1))', 'javascript:alert(1)']
  for (const text of texts) await anna.ask('POST', `/moments/${await post(anna, text)}/comments`, { text })
  const reader = await visitorOf(browser, ben)
  let requests = 0
  reader.page.on('dialog', (dialog) => {
    requests++
    void dialog.dismiss()
  })
  const moments = momentsPage(reader)
  await moments.open()
  for (const text of texts) await expect(moments.card(text).first()).toBeVisible()
  await moments.openComments(moments.card(texts[0] ?? '').first())
  await expect(moments.comments).toContainText([texts[0] ?? ''])
  expect(await reader.page.locator('a[href^="javascript:"], img[src$="/x"]').count()).toBe(0)
  expect(requests).toBe(0)
  await leave(reader)
})

test('the response to a new post moves no card: a click on the card below counts', async ({ browser }) => {
  await post(ben, 'Stays where it is')
  const writer = await visitorOf(browser, ben)
  const { page } = writer
  const moments = momentsPage(writer)
  await moments.open()
  const answered = Promise.withResolvers<void>()
  await page.route('**/app/auth/moments', async (route) => {
    await answered.promise
    await route.continue()
  })
  await moments.post('On its way for a while')
  const [posted, below] = [moments.card('On its way for a while'), moments.card('Stays where it is')]
  await expect(posted.getByText('Posting…')).toBeVisible()
  const before = await below.boundingBox()
  const like = below.getByRole('button', { name: 'Like', exact: true })
  await like.hover()
  await page.mouse.down()
  answered.resolve()
  await expect(posted.getByRole('button', { name: 'Like', exact: true })).toBeVisible()
  expect(await below.boundingBox()).toEqual(before)
  await page.mouse.up()
  await expect(below.getByRole('button', { name: 'Like, 1 like' })).toHaveAttribute('aria-pressed', 'true')
  await writer.leave()
})

test('a like without a network is rolled back with a notice', async ({ browser }) => {
  await post(anna, 'Like me if you can')
  const reader = await visitorOf(browser, ben, { mayBeOffline: true })
  const moments = momentsPage(reader)
  await moments.open()
  const like = moments.card('Like me if you can').getByRole('button', { name: /^Like/ })
  // Loads the chunk that shows notices before the network is cut.
  await reader.page.keyboard.press('Shift')
  await expect(reader.page.locator('.mantine-Notifications-root').first()).toBeAttached()
  await reader.context.setOffline(true)
  await like.click()
  await expect(reader.page.getByText('You’re offline. Nothing was changed.')).toBeVisible()
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await reader.leave()
})

test('A46: after a block, a moment gets the same 404 as an unknown one', async ({ browser }) => {
  const id = await post(anna, 'Not for everyone')
  const reader = await visitorOf(browser, ben)
  await reader.open(`/moments?post=${id}`)
  await expect(momentsPage(reader).layer.getByText('Not for everyone')).toBeVisible()
  await anna.ask('POST', `/blocks/${ben.uid}`)
  await reader.page.reload()
  await expect(reader.page.getByText('This moment isn’t available. It was deleted, or it isn’t shared with you.')).toBeVisible()
  await reader.leave()
})
