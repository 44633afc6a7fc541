import { type Browser, expect } from '@playwright/test'
import { anApiUser, befriend, type ApiUser } from '#tests/kit/api-user.ts'
import { chatPage } from '#tests/kit/pages/chat.page.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { test } from '#tests/kit/test.ts'
import { aVisitor, type Visitor } from '#tests/kit/visitor.ts'

const ARTIST = 'Gorillaz'
const VIDEO = 'https://www.youtube.com/watch?v=YE7VzlLtp-4'
const OTHER_VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'

let server: RunningServer
test.beforeAll(({ emptyServer }) => {
  server = emptyServer
})

const loves = (...names: string[]) => ({ picks: names.map((name) => ({ kind: 'artist' as const, name })) })

async function signedIn(browser: Browser, { login }: ApiUser, size = {}): Promise<Visitor> {
  const visitor = await aVisitor(browser, server, size)
  await visitor.signIn(login)
  return visitor
}

const attached = ({ page }: Visitor) => page.getByRole('region', { name: 'Attached' })

/** Pastes text into the focused field, as from the clipboard. */
const paste = ({ page }: Visitor, text: string) =>
  page.evaluate((words) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', words)
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

test('an empty chat has openers, the search attaches an item, and the conversation keeps it on its shelf', async ({ browser }) => {
  test.setTimeout(120_000)
  const ida = await anApiUser(server, 'ida', 'Ida Holm', loves(ARTIST, 'Burial', 'Fairuz'))
  const max = await anApiUser(server, 'max', 'Max Roth', loves(ARTIST, 'Burial', 'Portishead'))
  await befriend(ida, max)
  const { chat_id: chatId } = await ida.ask('POST', `/chats/with/${max.uid}`)
  const idaVisitor = await signedIn(browser, ida)
  const { page } = idaVisitor
  const chat = chatPage(idaVisitor)
  await idaVisitor.open(`/chat/${String(chatId)}`)

  await test.step('an opener fills the composer and sends nothing', async () => {
    const openers = page.getByRole('region', { name: 'Break the ice' }).getByRole('button')
    await expect(openers.first()).toBeVisible()
    const text = (await openers.first().textContent()) ?? ''
    await openers.first().click()
    await expect(openers.first()).toHaveAttribute('aria-pressed', 'true')
    await expect(chat.composer).toHaveValue(text)
    await openers.first().click()
    await expect(chat.composer).toHaveValue('')
    expect(await chat.messages()).toEqual([])
    await idaVisitor.expectAccessible()
  })

  await test.step('a slash opens the search, Enter attaches, and the cross can be undone', async () => {
    await chat.composer.press('/')
    const field = page.getByRole('combobox', { name: 'Find a track or a video' })
    await field.fill(ARTIST)
    await expect(page.getByRole('row').filter({ hasText: ARTIST }).first()).toBeVisible()
    await idaVisitor.expectAccessible()
    await field.press('Enter')
    await expect(attached(idaVisitor)).toBeVisible()
    await chat.composer.fill('The bass line')
    await idaVisitor.expectAccessible()
    await attached(idaVisitor).getByRole('button', { name: 'Remove the link' }).click()
    await expect(attached(idaVisitor)).toBeHidden()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(attached(idaVisitor)).toBeVisible()
    await expect(chat.composer).toHaveValue('The bass line')
    await chat.composer.press('Enter')
    await expect(attached(idaVisitor)).toBeHidden()
    await expect(chat.message('The bass line').getByRole('link').first()).toBeVisible()
  })

  await test.step('a pasted link is attached', async () => {
    await chat.composer.focus()
    await paste(idaVisitor, VIDEO)
    await expect(attached(idaVisitor)).toBeVisible()
    await expect(chat.composer).toHaveValue('')
    await chat.composer.press('Enter')
    await expect(page.locator('.wl-message')).toHaveCount(2)
  })

  await test.step('both items are on the shelf, which can be searched, and are removed with their message', async () => {
    await chat.chooseMenuItem('Max Roth', 'Shared here')
    const shelf = page.getByRole('region', { name: 'Shared here' })
    await expect(shelf.getByRole('listitem')).toHaveCount(2)
    await expect(shelf.getByText('2 items')).toBeVisible()
    await idaVisitor.expectAccessible()
    await shelf.getByRole('searchbox', { name: 'Search what you shared' }).fill('bass')
    await expect(shelf.getByRole('listitem')).toHaveCount(1)
    await shelf.getByRole('searchbox', { name: 'Search what you shared' }).fill('')
    await expect(shelf.getByRole('listitem')).toHaveCount(2)
    await page.keyboard.press('Escape')
    await expect(shelf).toBeHidden()
    await expect(page.getByRole('button', { name: 'More about the conversation with Max Roth' })).toBeFocused()
    await chat.remove('The bass line')
    await chat.chooseMenuItem('Max Roth', 'Shared here')
    await expect(shelf.getByRole('listitem')).toHaveCount(1)
  })
  await idaVisitor.expectQuiet()
  await idaVisitor.leave()
})

test('buddies to whom an item is new come first, with the reason', async ({ browser }) => {
  test.setTimeout(120_000)
  const ida = await anApiUser(server, 'ida', 'Ida Holm', loves(ARTIST, 'Burial'))
  const fan = await anApiUser(server, 'fan', 'Frida Fan', loves(ARTIST, 'Burial'))
  const other = await anApiUser(server, 'other', 'Otto Other', loves('Fairuz'))
  await befriend(ida, fan)
  await befriend(ida, other)
  const idaVisitor = await signedIn(browser, ida)
  const { page } = idaVisitor
  await idaVisitor.open(`/search?q=${ARTIST}`)
  await page.getByRole('link', { name: ARTIST, exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: ARTIST })).toBeVisible()
  await page.getByRole('button', { name: `Send ${ARTIST} to a chat` }).click()
  const people = page.getByRole('dialog').getByRole('listitem')
  await expect(people).toHaveCount(2)
  // Frida already loves it, so it is new only to Otto.
  await expect(people.first()).toContainText('Otto Other')
  await expect(people.first()).toContainText('People with their taste love it')
  await expect(people.last()).toContainText('Frida Fan')
  await idaVisitor.expectQuiet()
  await idaVisitor.leave()
})

test('a folder collects items in order with notes, and posting it shows it to buddies alone', async ({ browser }) => {
  test.setTimeout(120_000)
  const ida = await anApiUser(server, 'ida', 'Ida Holm', loves(ARTIST))
  const max = await anApiUser(server, 'max', 'Max Roth', loves(ARTIST))
  const eve = await anApiUser(server, 'eve', 'Eve Dorn', loves(ARTIST))
  await befriend(ida, max)
  const idaVisitor = await signedIn(browser, ida)
  const { page } = idaVisitor
  const rows = () => page.locator('.wl-saved-row')
  const names = () => rows().evaluateAll((all) => all.map((row) => row.querySelector('a')?.getAttribute('href') ?? ''))

  await test.step('an artist is saved from its page to a new folder', async () => {
    await idaVisitor.open(`/search?q=${ARTIST}`)
    await page.getByRole('link', { name: ARTIST, exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: ARTIST })).toBeVisible()
    await page
      .getByRole('button', { name: `More for ${ARTIST}` })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Save to a folder' }).click()
    const dialog = page.getByRole('dialog', { name: `Save “${ARTIST}”` })
    await dialog.getByRole('textbox', { name: 'New folder' }).fill('10 films for rain')
    await idaVisitor.expectAccessible()
    await dialog.getByRole('button', { name: 'New folder' }).click()
    await expect(page.getByText('Saved in “10 films for rain”.')).toBeVisible()
  })

  const { folders } = (await ida.ask('GET', '/folders')) as { folders: { id: string }[] }
  const id = folders[0]?.id ?? ''
  await ida.ask('POST', `/folders/${id}/items`, { id: '01900000-0000-7000-8000-0000000000a1', link: VIDEO })
  await ida.ask('POST', `/folders/${id}/items`, { id: '01900000-0000-7000-8000-0000000000a2', link: OTHER_VIDEO })

  await test.step('notes, an order changed by keyboard, and an undone removal survive a reload', async () => {
    await idaVisitor.open('/saved')
    await page.getByRole('link', { name: /10 films for rain/ }).click()
    await expect(rows()).toHaveCount(3)
    await expect(rows().locator('.wl-link-tile-title')).toHaveCount(3)
    await idaVisitor.expectAccessible()
    await rows().nth(1).getByRole('textbox').fill('the harbor at night')
    await rows().nth(1).getByRole('textbox').press('Enter')
    const handle = rows()
      .nth(2)
      .getByRole('button', { name: /^Move / })
    await handle.focus()
    await handle.press('ArrowUp')
    await expect.poll(async () => (await names())[1]).toContain('dQw4w9WgXcQ')
    await rows()
      .nth(0)
      .getByRole('button', { name: /^Remove / })
      .click()
    await expect(rows()).toHaveCount(2)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(rows()).toHaveCount(3)
    const before = await names()
    await page.reload()
    await expect(rows()).toHaveCount(3)
    await expect.poll(names).toEqual(before)
    await expect(rows().nth(2).getByRole('textbox')).toHaveValue('the harbor at night')
  })

  await test.step('a folder is private until it is posted; then buddies see it in the moment', async () => {
    expect([await max.status('GET', `/folders/${id}`), await eve.status('GET', `/folders/${id}`)]).toEqual([404, 404])
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await idaVisitor.expectAccessible()
    await page.getByRole('dialog').getByRole('button', { name: 'Post' }).click()
    await expect(page.getByRole('link', { name: 'Posted as a moment' })).toBeVisible()
    expect([await max.status('GET', `/folders/${id}`), await eve.status('GET', `/folders/${id}`)]).toEqual([200, 404])
    const maxVisitor = await signedIn(browser, max)
    await maxVisitor.open('/moments')
    await expect(maxVisitor.page.getByRole('article').getByRole('link', { name: '10 films for rain' })).toBeVisible()
    await maxVisitor.expectAccessible()
    await maxVisitor.page.getByRole('article').getByRole('link', { name: '10 films for rain' }).click()
    await expect(maxVisitor.page.getByText('the harbor at night')).toBeVisible()
    await expect(maxVisitor.page.getByRole('button', { name: 'Post', exact: true })).toHaveCount(0)
    await maxVisitor.expectQuiet()
    await maxVisitor.leave()
  })

  await test.step('a deleted folder is restored', async () => {
    await page.getByRole('button', { name: 'More for 10 films for rain' }).click()
    await page.getByRole('menuitem', { name: 'Delete folder' }).click()
    await expect(page.getByRole('link', { name: /10 films for rain/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(page.getByRole('link', { name: /10 films for rain/ })).toBeVisible()
  })
  await idaVisitor.expectQuiet()
  await idaVisitor.leave()
})
