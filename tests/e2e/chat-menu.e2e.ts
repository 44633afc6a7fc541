import { type Browser, expect } from '@playwright/test'
import { anApiUser, befriend, type ApiUser } from '#tests/kit/api-user.ts'
import { chatPage } from '#tests/kit/pages/chat.page.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { test } from '#tests/kit/test.ts'
import { aVisitor, type Visitor } from '#tests/kit/visitor.ts'

let server: RunningServer
test.beforeAll(({ emptyServer }) => {
  server = emptyServer
})

async function signedIn(browser: Browser, { login }: ApiUser): Promise<Visitor> {
  const visitor = await aVisitor(browser, server)
  await visitor.signIn(login)
  return visitor
}

test('a message is pinned for both, starred for one, forwarded, linked to, and selected with others', async ({ browser }) => {
  test.setTimeout(180_000)
  const [vera, will, xena] = [
    await anApiUser(server, 'vera', 'Vera Lind'),
    await anApiUser(server, 'will', 'Will Mohr'),
    await anApiUser(server, 'xena', 'Xena Ray'),
  ]
  await befriend(vera, will)
  await befriend(vera, xena)
  const [veraVisitor, willVisitor, theirs] = [await signedIn(browser, vera), await signedIn(browser, will), await signedIn(browser, xena)]
  const [veraChat, willChat] = [chatPage(veraVisitor), chatPage(willVisitor)]
  const { page } = veraVisitor
  const pick = async (text: string, act: string) => {
    await veraChat.message(text).hover()
    await veraChat.message(text).getByRole('button', { name: 'More about this message' }).click()
    await page.getByRole('menuitem', { name: act, exact: true }).click()
  }
  let path = ''

  await test.step('a pinned message appears above the messages of both, without a reload', async () => {
    await veraVisitor.open(`/chat?uid=${will.uid}`)
    await expect(page).toHaveURL(/\/chat\/[0-9a-f-]{36}/)
    path = veraVisitor.path()
    await veraChat.write('The address is 7 Mill Street')
    await veraChat.write('Bring records')
    await willVisitor.open(path)
    await expect(willChat.message('Bring records')).toBeVisible()
    await pick('The address is 7 Mill Street', 'Pin')
    const bar = willVisitor.page.getByRole('region', { name: 'Pinned messages' })
    await expect(bar).toContainText('The address is 7 Mill Street')
    await expect(page.getByRole('region', { name: 'Pinned messages' })).toBeVisible()
    await bar.getByRole('button', { name: /^Pinned message/ }).click()
    await expect(willChat.message('The address is 7 Mill Street')).toHaveAttribute('data-marked', 'true')
    await veraVisitor.expectAccessible()
    await bar.getByRole('button', { name: 'Unpin' }).click()
    await expect(page.getByRole('region', { name: 'Pinned messages' })).toHaveCount(0)
  })

  await test.step('a starred message is in the user’s list, which opens the conversation there', async () => {
    await pick('The address is 7 Mill Street', 'Star')
    await expect(veraChat.message('The address is 7 Mill Street').getByText('Starred')).toBeAttached()
    await page.getByRole('button', { name: 'Starred messages' }).click()
    await expect(page.getByRole('heading', { name: 'Starred messages' })).toBeVisible()
    await veraVisitor.expectAccessible()
    await page
      .getByRole('listitem')
      .getByRole('link', { name: /7 Mill Street/ })
      .click()
    await expect(veraChat.message('The address is 7 Mill Street')).toHaveAttribute('data-marked', 'true')
    await willVisitor.open('/chat?starred')
    await expect(willVisitor.page.getByText('No starred messages yet.')).toBeVisible()
  })

  await test.step('a forwarded message keeps its text, is marked as forwarded, and reaches several conversations', async () => {
    await pick('The address is 7 Mill Street', 'Forward')
    const dialog = page.getByRole('dialog', { name: 'Forward message' })
    await dialog.getByRole('checkbox', { name: 'Xena Ray' }).check()
    await dialog.getByRole('checkbox', { name: 'Will Mohr' }).check()
    await veraVisitor.expectAccessible()
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('Forwarded to 2 conversations.')).toBeVisible()
    await expect(veraChat.message('Forwarded')).toContainText('The address is 7 Mill Street')
    await theirs.open(`/chat?uid=${vera.uid}`)
    await expect(chatPage(theirs).message('Forwarded')).toContainText('The address is 7 Mill Street')
  })

  await test.step('several messages are selected by keyboard or pointer, and copied together', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await pick('Bring records', 'Select')
    const bar = page.getByRole('toolbar', { name: 'Selected messages' })
    await expect(bar).toContainText('1 message selected')
    await page.locator('.wl-message').first().getByRole('checkbox').check()
    await expect(bar).toContainText('2 messages selected')
    await veraVisitor.expectAccessible()
    await bar.getByRole('button', { name: 'Copy text' }).click()
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe('You: The address is 7 Mill Street\nYou: Bring records')
    await expect(bar).toHaveCount(0)
    const records = veraChat.message('Bring records')
    await records.focus()
    await records.getByRole('button', { name: 'More about this message' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Select', exact: true }).press('Enter')
    await expect(records.getByRole('checkbox')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(records).toBeFocused()
    await pick('Bring records', 'Copy link to message')
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toMatch(/\/chat\/[0-9a-f-]{36}\?at=2$/)
    const { pathname, search } = new URL(link)
    await willVisitor.open(`${pathname}${search}`)
    await expect(willChat.message('Bring records')).toHaveAttribute('data-marked', 'true')
    await theirs.open(`${pathname}${search}`)
    await expect(theirs.page.getByText('Bring records')).toHaveCount(0)
  })

  await test.step('a conversation marked as unread stays so after a reload, until it is opened', async () => {
    await page.getByRole('button', { name: /^More about the conversation/ }).click()
    await page.getByRole('menuitem', { name: 'Mark as unread' }).click()
    const line = page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: /Will Mohr/ })
    await expect(line).toContainText('marked as unread')
    await veraVisitor.open('/chat')
    await expect(line).toContainText('marked as unread')
    await line.click()
    await expect(line).not.toContainText('marked as unread')
    await veraVisitor.open('/chat')
    await expect(line).toBeVisible()
    await expect(line).not.toContainText('marked as unread')
  })
})

test('the list shows who wrote the last message in full, even when the message is short', async ({ browser }) => {
  const [yara, zeno] = [await anApiUser(server, 'yara', 'Yara Lind'), await anApiUser(server, 'zeno', 'Zeno Mohr')]
  await befriend(yara, zeno)
  const yaraVisitor = await signedIn(browser, yara)
  await yaraVisitor.open(`/chat?uid=${zeno.uid}`)
  await chatPage(yaraVisitor).write('ok')
  const line = yaraVisitor.page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: /Zeno Mohr/ })
  const lead = line.getByText('You:', { exact: true })
  await expect(lead).toBeVisible()
  expect(await lead.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await yaraVisitor.expectQuiet()
  await yaraVisitor.leave()
})

test('an edit that was not saved stays over a reload and other conversations, in all tabs', async ({ browser }) => {
  const [nora, otto, pia] = [
    await anApiUser(server, 'nora', 'Nora Lind'),
    await anApiUser(server, 'otto', 'Otto Mohr'),
    await anApiUser(server, 'pia', 'Pia Ray'),
  ]
  await befriend(nora, otto)
  await befriend(nora, pia)
  const noraVisitor = await signedIn(browser, nora)
  const { page } = noraVisitor
  const chat = chatPage(noraVisitor)
  const field = page.getByRole('textbox', { name: 'Edit your message' })
  await noraVisitor.open(`/chat?uid=${otto.uid}`)
  await chat.write('See you at seven')
  await chat.expectAllSent()
  await chat.composer.press('ArrowUp')
  await field.fill('See you at eight')
  await noraVisitor.open(`/chat?uid=${pia.uid}`)
  await expect(chat.composer).toHaveValue('')
  await chat.write('Hello')
  await chat.openLine('Otto Mohr')
  await expect(field).toHaveValue('See you at eight')
  await page.reload()
  await expect(field).toHaveValue('See you at eight')
  await expect(page.locator('.wl-composer-banner')).toContainText('See you at seven')
  await noraVisitor.expectAccessible()

  // The other tab follows.
  const second = { ...noraVisitor, page: await noraVisitor.context.newPage() }
  await second.page.goto(noraVisitor.path())
  const elsewhere = second.page.getByRole('textbox', { name: 'Edit your message' })
  await expect(elsewhere).toHaveValue('See you at eight')
  await elsewhere.press('Enter')
  await expect(chat.message('See you at eight')).toContainText('edited')
  await expect(chat.composer).toHaveValue('')
  await page.reload()
  await expect(chat.message('See you at eight')).toBeVisible()
  await expect(chat.composer).toHaveValue('')
  await noraVisitor.leave()
})
