import { type Browser, type Page, expect } from '@playwright/test'
import * as z from 'zod/mini'
import { anApiUser, befriend, type ApiUser } from '#tests/kit/api-user.ts'
import { chatPage } from '#tests/kit/pages/chat.page.ts'
import { entryPage } from '#tests/kit/pages/entry.page.ts'
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

test('three people: one makes a group, two join, all write, one sees who has read it, and one leaves', async ({ browser }) => {
  test.setTimeout(180_000)
  const [olga, paul, quin] = [
    await anApiUser(server, 'olga', 'Olga Lind'),
    await anApiUser(server, 'paul', 'Paul Mohr'),
    await anApiUser(server, 'quin', 'Quin Ray'),
  ]
  await befriend(olga, paul)
  await befriend(olga, quin)
  const [olgaVisitor, paulVisitor] = [await signedIn(browser, olga), await signedIn(browser, paul)]
  const [olgaChat, paulChat] = [chatPage(olgaVisitor), chatPage(paulVisitor)]

  await test.step('the group is made from the list, and its buddies are invited', async () => {
    await olgaVisitor.open('/chat')
    await olgaVisitor.page.getByRole('button', { name: 'New chat' }).click()
    await olgaVisitor.page.getByRole('menuitem', { name: 'New group' }).click()
    const dialog = olgaVisitor.page.getByRole('dialog', { name: 'New group' })
    await dialog.getByRole('textbox', { name: 'Group name' }).fill('Sunday listeners')
    await dialog.getByRole('checkbox', { name: 'Paul Mohr' }).check()
    await dialog.getByRole('checkbox', { name: 'Quin Ray' }).check()
    await olgaVisitor.expectAccessible()
    await dialog.getByRole('button', { name: 'Create group' }).click()
    await expect(olgaVisitor.page).toHaveURL(/\/chat\/[0-9a-f-]{36}/)
    await expect(olgaVisitor.page.getByRole('heading', { name: 'Sunday listeners' })).toBeAttached()
    await olgaChat.write('Dinner at mine?')
  })

  await test.step('an invited user sees who is in it, and no messages before joining', async () => {
    await paulVisitor.open('/chat')
    await paulChat.openTab('Requests')
    const line = paulVisitor.page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: /Sunday listeners/ })
    await expect(line).toContainText('Olga Lind invited you to this group')
    await line.click()
    await expect(paulVisitor.page.getByRole('region', { name: 'Invitation' })).toContainText('Olga Lind')
    await expect(paulVisitor.page.getByText('Dinner at mine?')).toHaveCount(0)
    await paulVisitor.expectAccessible()
    await paulVisitor.page.getByRole('button', { name: 'Join', exact: true }).click()
    await expect(paulChat.message('Dinner at mine?')).toBeVisible()
    await quin.ask('POST', `/chats/${olgaVisitor.path().split('/')[2]}/accept`)
  })

  await test.step('the header says who is typing', async () => {
    // His first letters: the indicator is sent at most every few seconds.
    await expect(async () => {
      await paulChat.composer.pressSequentially('w')
      await expect(olgaVisitor.page.getByText('Paul is typing…')).toBeVisible({ timeout: 300 })
    }).toPass()
  })

  await test.step('names are above the first message of a run, and "Seen by" lists the readers', async () => {
    await paulChat.write('I bring the records')
    await paulChat.write('and dessert')
    await expect(olgaChat.message('and dessert')).toBeVisible()
    await expect(olgaVisitor.page.locator('.wl-message-name')).toHaveText(['Paul Mohr'])
    expect(await olgaChat.messages()).toEqual(['You: Dinner at mine?', 'Paul Mohr: I bring the records', 'Paul Mohr: and dessert'])
    await olgaChat.write('Perfect')
    await expect(paulChat.message('Perfect')).toBeVisible()
    await olgaVisitor.page.getByRole('button', { name: 'Seen by 1' }).click()
    await expect(olgaVisitor.page.getByRole('dialog', { name: 'Seen by' })).toContainText('Paul Mohr')
    await olgaVisitor.page.keyboard.press('Escape')
  })

  await test.step('the header opens the members', async () => {
    await olgaVisitor.page.getByRole('button', { name: /^About the group/ }).click()
    const panel = olgaVisitor.page.getByRole('complementary', { name: 'Sunday listeners' })
    await expect(panel.getByRole('listitem')).toHaveCount(3)
    await panel.getByRole('button', { name: 'More about Paul Mohr' }).click()
    await olgaVisitor.page.getByRole('menuitem', { name: 'Make admin' }).click()
    await expect(panel.getByText('admin')).toBeVisible()
    await olgaVisitor.expectAccessible()
    await olgaVisitor.page.keyboard.press('Escape')
  })

  await test.step('a link lets a user join who has no buddy in the group, until it is withdrawn', async () => {
    const rosa = await anApiUser(server, 'rosalie', 'Rosalie Sand')
    const panel = olgaVisitor.page.getByRole('complementary', { name: 'Sunday listeners' })
    await panel.getByRole('button', { name: 'Create link' }).click()
    const address = (await panel.locator('.wl-group-address').textContent()) ?? ''
    await olgaVisitor.expectAccessible()
    const rosasVisit = await signedIn(browser, rosa)
    await rosasVisit.open(new URL(address).pathname + new URL(address).search)
    await expect(rosasVisit.page.getByRole('region', { name: 'Invitation' })).toContainText('3 people')
    await rosasVisit.expectAccessible()
    await rosasVisit.page.getByRole('button', { name: 'Join', exact: true }).click()
    await expect(chatPage(rosasVisit).message('Perfect')).toBeVisible()
    await panel.getByRole('button', { name: 'Withdraw link' }).click()
    await expect(panel.locator('.wl-group-address')).toHaveCount(0)
    await rosasVisit.open(new URL(address).pathname + new URL(address).search)
    await expect(
      rosasVisit.page.getByText('This invitation is no longer valid for you. Ask someone in the group to invite you.'),
    ).toBeVisible()
    await rosasVisit.leave()
    await olgaVisitor.page.keyboard.press('Escape')
  })

  await test.step('a poll is sent, answered live by another member, and ended', async () => {
    const pollOf = ({ page }: Visitor) => page.getByRole('region', { name: 'Poll: Where do we meet?' })
    await olgaChat.composer.fill('Half a thought')
    await olgaVisitor.page.getByRole('button', { name: 'Add to the message' }).click()
    await olgaVisitor.page.getByRole('menuitem', { name: 'New poll' }).click()
    const dialog = olgaVisitor.page.getByRole('dialog', { name: 'New poll' })
    await dialog.getByLabel('Question').fill('Where do we meet?')
    await dialog.getByLabel('Option 1', { exact: true }).fill('Park')
    await dialog.getByLabel('Option 2', { exact: true }).fill('Roof')
    await olgaVisitor.expectAccessible()
    await dialog.getByRole('button', { name: 'Send poll' }).click()
    // The draft stays.
    await expect(pollOf(olgaVisitor)).toBeVisible()
    await expect(olgaChat.composer).toHaveValue('Half a thought')
    await olgaChat.composer.fill('')
    await pollOf(paulVisitor).getByRole('button', { name: 'Park' }).click()
    await expect(pollOf(olgaVisitor).getByRole('button', { name: '1 person voted' })).toBeVisible()
    await olgaVisitor.expectAccessible()
    await pollOf(olgaVisitor).getByRole('button', { name: '1 person voted' }).click()
    await expect(olgaVisitor.page.getByRole('region', { name: 'Park' })).toContainText('Paul Mohr')
    await olgaVisitor.page.keyboard.press('Escape')
    await pollOf(olgaVisitor).getByRole('button', { name: 'End poll' }).click()
    await expect(paulVisitor.page.getByText('Final result')).toBeVisible()
    await expect(paulVisitor.page.getByRole('button', { name: 'Park' })).toHaveCount(0)
  })

  await test.step('a user who leaves no longer has the group, and the others continue', async () => {
    await paulVisitor.page.getByRole('button', { name: /^About the group/ }).click()
    const panel = paulVisitor.page.getByRole('complementary', { name: 'Sunday listeners' })
    await panel.getByRole('button', { name: 'Leave group' }).click()
    await paulVisitor.page.getByRole('alertdialog').getByRole('button', { name: 'Leave group' }).click()
    await expect(paulVisitor.page).toHaveURL(/\/chat$/)
    await expect(paulVisitor.page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: /Sunday/ })).toHaveCount(0)
    await expect(olgaVisitor.page.getByText('3 people')).toBeVisible()
    await olgaChat.write('See you, Paul')
    await expect(olgaVisitor.page.locator('.wl-row-event')).toHaveText([
      'You created the group',
      'Paul Mohr joined, invited by you',
      'Quin Ray joined, invited by you',
      'Paul Mohr is now an admin',
      'Rosalie Sand joined',
      'Paul Mohr left',
    ])
  })
  await olgaVisitor.expectQuiet()
  await olgaVisitor.leave()
  await paulVisitor.leave()
})

test('an invitation that two tabs accept at once is accepted once without an error, and ends with its group', async ({ browser }) => {
  const [olga, paul] = [await anApiUser(server, 'olga.c', 'Olga Cole'), await anApiUser(server, 'paul.c', 'Paul Cole')]
  await befriend(olga, paul)
  const { chat_id: chatId } = await olga.ask('POST', '/groups', { name: 'Two tabs', uids: [paul.uid] })
  const paulVisitor = await signedIn(browser, paul)
  const pages = [paulVisitor.page, await paulVisitor.context.newPage()]
  const joinOf = (page: Page) => page.getByRole('button', { name: 'Join', exact: true })
  for (const page of pages) {
    await page.goto(`/chat/${String(chatId)}`)
    await expect(joinOf(page)).toBeVisible()
  }
  // Both are pressed before either tab learns of the other's answer.
  const { promise: arePressed, resolve: release } = Promise.withResolvers<void>()
  await paulVisitor.context.route('**/accept', async (route) => {
    await arePressed
    await route.continue()
  })
  const answers = pages.map((page) => page.waitForResponse('**/accept'))
  for (const page of pages) await joinOf(page).click()
  release()
  const statuses = (await Promise.all(answers)).map((answer) => answer.status())
  expect(new Set(statuses)).toEqual(new Set([200, 409]))
  for (const page of pages) {
    await expect(page.getByRole('button', { name: /^About the group/ })).toContainText('2 people')
    await expect(page.getByText('That didn’t work. Please try again.')).toHaveCount(0)
  }

  const { chat_id: other } = await olga.ask('POST', '/groups', { name: 'Soon over', uids: [paul.uid] })
  await paulVisitor.open(`/chat/${String(other)}`)
  await expect(joinOf(paulVisitor.page)).toBeVisible()
  await olga.ask('POST', `/groups/${String(other)}/leave`)
  await expect(paulVisitor.page.getByRole('heading', { name: 'Conversation not found' })).toBeVisible()
  await paulVisitor.leave()
})

test('a group with approval, read-only members and slow mode: a user asks to join, is accepted, reads, may write, and waits', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const [olga, rosa] = [await anApiUser(server, 'olga.b', 'Olga Bo'), await anApiUser(server, 'rosa.b', 'Rosa Bo')]
  const { chat_id: chatId } = z.object({ chat_id: z.string() }).parse(await olga.ask('POST', '/groups', { name: 'Quiet room', uids: [] }))
  const { code } = z.object({ code: z.string() }).parse(await olga.ask('POST', `/groups/${chatId}/links`, { hours: 1, uses: 1 }))
  const [olgaVisitor, rosaVisitor] = [await signedIn(browser, olga), await aVisitor(browser, server)]

  await test.step('the owner sets it up', async () => {
    await olgaVisitor.open(`/chat/${chatId}`)
    await olgaVisitor.page.getByRole('button', { name: /^About the group/ }).click()
    const panel = olgaVisitor.page.getByRole('complementary', { name: 'Quiet room' })
    await panel.getByRole('button', { name: 'Edit group' }).click()
    await panel.getByRole('switch', { name: 'Admins let new members in' }).check({ force: true })
    await panel.getByLabel('New members can only read').selectOption('Until an admin allows them to write')
    await panel.getByLabel('Slow mode').selectOption('1 hour')
    await olgaVisitor.expectAccessible()
    await panel.getByRole('button', { name: 'Save' }).click()
  })
  const panel = olgaVisitor.page.getByRole('complementary', { name: 'Quiet room' })

  await test.step('a link creates a request, which the owner accepts', async () => {
    await rosaVisitor.open(`/invite/${code}`)
    await expect(rosaVisitor.page.getByText('Olga Bo invites you to a group on Wavelength.')).toBeVisible()
    await rosaVisitor.expectAccessible()
    await rosaVisitor.page.getByRole('link', { name: 'Ask to join' }).click()
    // The page that asked for the sign-in is where it ends.
    await expect(rosaVisitor.page).toHaveURL(/\/login/)
    await entryPage(rosaVisitor).logIn(rosa.login)
    await expect(rosaVisitor.page.getByText('Olga Bo invited you to this group')).toBeVisible()
    await rosaVisitor.page.getByRole('button', { name: 'Ask to join' }).click()
    await expect(rosaVisitor.page.getByText('You asked to join.')).toBeVisible()
    await rosaVisitor.expectAccessible()
    await panel.getByRole('button', { name: 'Accept Rosa Bo' }).click()
    await expect(panel.getByText('read-only for now')).toBeVisible()
    await olgaVisitor.expectAccessible()
  })

  await test.step('the new member can only read until the owner allows writing, and then waits for the slow mode', async () => {
    await rosaVisitor.open(`/chat/${chatId}`)
    await expect(rosaVisitor.page.getByText('New members can only read until an admin allows them to write.')).toBeVisible()
    await expect(rosaVisitor.page.getByText('Olga Bo let you in')).toBeVisible()
    await panel.getByRole('button', { name: 'More about Rosa Bo' }).click()
    await olgaVisitor.page.getByRole('menuitem', { name: 'Allow writing' }).click()
    const rosaChat = chatPage(rosaVisitor)
    await rosaChat.write('Thanks!')
    await expect(rosaVisitor.page.getByRole('timer')).toContainText(/Slow mode: next message in 59:\d\d/)
    await rosaChat.composer.fill('One more')
    await rosaChat.composer.press('Enter')
    await expect(rosaVisitor.page.getByText('Slow mode is on. Your message stays here until it’s your turn.')).toBeVisible()
    await expect(rosaChat.composer).toHaveValue('One more')
    await rosaVisitor.expectAccessible()
  })
  await test.step('the new member reports the group and leaves it', async () => {
    await rosaVisitor.page.getByRole('button', { name: /^About the group/ }).click()
    await rosaVisitor.page.getByRole('button', { name: 'Report group' }).click()
    const dialog = rosaVisitor.page.getByRole('dialog', { name: 'Report this group' })
    await dialog.getByLabel('What is it about?').selectOption('Spam or fraud')
    await dialog.getByRole('checkbox', { name: 'Also leave the group' }).check()
    await rosaVisitor.expectAccessible()
    await dialog.getByRole('button', { name: 'Report', exact: true }).click()
    await expect(rosaVisitor.page).toHaveURL(/\/chat$/)
    await expect(olgaVisitor.page.getByText('Rosa Bo left')).toBeAttached()
  })
  await olgaVisitor.expectQuiet()
  await olgaVisitor.leave()
  await rosaVisitor.leave()
})

test('a declined invitation disappears, and its messages are not requested', async ({ browser }) => {
  const [rut, sam] = [await anApiUser(server, 'rut', 'Rut Ek'), await anApiUser(server, 'sam', 'Sam Roth')]
  await befriend(rut, sam)
  await rut.ask('POST', '/groups', { name: 'Night drive', uids: [sam.uid] })
  const samVisitor = await aVisitor(browser, server)
  await samVisitor.signIn(sam.login)
  await samVisitor.open('/chat?tab=requests')
  const requested: string[] = []
  samVisitor.page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  const line = samVisitor.page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: /Night drive/ })
  await line.click()
  await samVisitor.page.getByRole('region', { name: 'Invitation' }).getByRole('button', { name: 'Decline' }).click()
  await expect(samVisitor.page).toHaveURL(/\/chat$/)
  await chatPage(samVisitor).openTab('Requests')
  await expect(line).toHaveCount(0)
  await samVisitor.answered()
  expect(requested.filter((path) => path.includes('/chat-messages/'))).toEqual([])
  await samVisitor.leave()
})
