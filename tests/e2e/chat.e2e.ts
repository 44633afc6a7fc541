import { type Browser, expect } from '@playwright/test'
import { test } from '#tests/kit/test.ts'
import { chatPage, sentFrames } from '#tests/kit/pages/chat.page.ts'
import { playersPage } from '#tests/kit/pages/players.page.ts'
import { type RunningServer, startServer } from '#tests/kit/running-server.ts'
import { aVisitor, type Visitor } from '#tests/kit/visitor.ts'
import { setClockWrong } from '#tests/kit/wrong-clock.ts'

let server: RunningServer
// Its own server: the first test uses the demo users until one blocks the other.
test.beforeAll(async () => {
  server = await startServer({ demo: true })
})
test.afterAll(() => server.close())

async function loggedIn(browser: Browser, who: number): Promise<Visitor> {
  const login = server.ready.logins[who]
  if (!login) throw new Error('the server printed no login')
  const visitor = await aVisitor(browser, server, { mayBeOffline: true })
  await visitor.signIn(login)
  return visitor
}

/** Opens the chat with a user. */
async function writeTo(visitor: Visitor, name: string): Promise<void> {
  const { people } = (await visitor.ask('GET', `/people?q=${encodeURIComponent(name)}`)) as { people: { uid: string; name: string }[] }
  await visitor.open(`/chat?uid=${people.find((person) => person.name === name)?.uid}`)
  await expect(visitor.page).toHaveURL(/\/chat\/[0-9a-f-]{36}/)
}

const DAY_MS = 24 * 60 * 60_000

test('a stranger’s request is accepted, and the two reply, react, edit, delete, and send pictures', async ({ browser }) => {
  test.setTimeout(180_000)
  const mira = await loggedIn(browser, 0)
  const jonas = await loggedIn(browser, 1)
  const [miraChat, jonasChat] = [chatPage(mira), chatPage(jonas)]

  await test.step('the first message of a stranger is a request: only text, in its own tab', async () => {
    await writeTo(jonas, 'Mira Kessler')
    await jonasChat.write('Hi Mira! https://youtu.be/YE7VzlLtp-4')
    await jonasChat.expectMessages(['You: Hi Mira! https://youtu.be/YE7VzlLtp-4'])
    await expect(jonas.page.getByText(/You can write more once they accept/)).toBeVisible()
    await expect(jonasChat.composer).toHaveCount(0)
    await mira.open('/chat')
    await miraChat.openTab('Requests')
    await miraChat.openLine('Jonas Weir')
    await miraChat.expectMessages(['Jonas Weir: Hi Mira! https://youtu.be/YE7VzlLtp-4'])
    await expect(mira.page.locator('.wl-message article, .wl-link-tile')).toHaveCount(0)
    await expect(mira.page.getByRole('button', { name: 'Add pictures' })).toHaveCount(0)
    await mira.expectAccessible()
  })

  await test.step('a declined request disappears for its receiver, stays pending for its sender, and can be found again', async () => {
    await mira.page.getByRole('region', { name: 'Message request' }).getByRole('button', { name: 'Decline' }).click()
    await expect(mira.page).toHaveURL(/\/chat\?tab=requests/)
    await expect(mira.page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: /Jonas Weir/ })).toHaveCount(0)
    await expect(jonas.page.getByText(/You can write more once they accept/)).toBeVisible()
    await writeTo(mira, 'Jonas Weir')
    await miraChat.expectMessages(['Jonas Weir: Hi Mira! https://youtu.be/YE7VzlLtp-4'])
  })

  const chatId = mira.path().split('/')[2]
  await test.step('once accepted, its link is a card and both can continue', async () => {
    await mira.page.getByRole('region', { name: 'Message request' }).getByRole('button', { name: 'Accept' }).click()
    await expect(mira.page.locator('.wl-message .wl-link-tile')).toHaveCount(1)
    await expect(miraChat.composer).toBeFocused()
    await expect(jonasChat.composer).toBeVisible()
    await miraChat.write('Of course, hello!')
    await expect(jonasChat.message('Of course, hello!')).toBeVisible()
  })

  await test.step('a reply quotes a message, and the quote links to it', async () => {
    await jonasChat.reply('Of course, hello!', 'Have you seen the live session?')
    const quote = miraChat.message('Have you seen').getByRole('button', { name: /In reply to You/ })
    await expect(quote).toContainText('Of course, hello!')
    await quote.click()
    await expect(miraChat.message(/^You: Of course/)).toBeFocused()
  })

  await test.step('reactions appear at once on both sides, and can be removed', async () => {
    await miraChat.react('Have you seen', '👍')
    const reactionButtons = (of: typeof miraChat) =>
      of.message('Have you seen').getByRole('list', { name: 'Reactions' }).getByRole('button')
    await expect(reactionButtons(miraChat)).toHaveAttribute('aria-pressed', 'true')
    await expect(reactionButtons(jonasChat)).toHaveAccessibleName('👍 Mira Kessler')
    await reactionButtons(jonasChat).click()
    await expect(reactionButtons(miraChat)).toContainText('2')
    await reactionButtons(miraChat).click()
    await expect(reactionButtons(jonasChat)).toHaveAccessibleName('👍 You')
  })

  await test.step('any emoji can be found by name, by keyboard', async () => {
    await miraChat.message('Have you seen').focus()
    await miraChat.message('Have you seen').getByRole('button', { name: 'React with another emoji' }).press('Enter')
    await mira.page.getByRole('searchbox', { name: 'Search emoji' }).fill('guitar')
    await mira.page.getByRole('searchbox', { name: 'Search emoji' }).press('Enter')
    await expect(jonasChat.message('Have you seen').getByRole('button', { name: '🎸 Mira Kessler' })).toBeVisible()
  })

  await test.step('an edit changes the text for both and is marked; arrow up edits the last message', async () => {
    await miraChat.write('Not yet, sned it over')
    await miraChat.composer.press('ArrowUp')
    const field = mira.page.getByRole('textbox', { name: 'Edit your message' })
    await expect(field).toHaveValue('Not yet, sned it over')
    await expect(field).toBeFocused()
    await mira.page.keyboard.type('!')
    await expect(field).toHaveValue('Not yet, sned it over!')
    const edited = mira.page.getByRole('article', { name: /^You’re editing this message. You: Not yet, sned it over/ })
    await expect(edited).toBeVisible()
    await field.fill('Not yet, send it over')
    await field.press('Enter')
    await expect(miraChat.composer).toBeFocused()
    await expect(edited).toHaveCount(0)
    await expect(jonasChat.message('Not yet, send it over')).toContainText('edited')
  })

  await test.step('deleted for everyone, only its placeholder is left', async () => {
    await miraChat.write('never mind')
    await expect(jonasChat.message('never mind')).toBeVisible()
    await miraChat.remove('never mind')
    await expect(miraChat.message('Message deleted')).toBeVisible()
    await expect(jonasChat.message('Message deleted')).toBeVisible()
    await expect(jonas.page.getByText('never mind')).toHaveCount(0)
    await expect(miraChat.message('Message deleted')).toBeFocused()
  })

  await test.step('a picture is sent with the message, compressed, and shown to both', async () => {
    await jonasChat.attach('web/public/icon-512.png', 'A wave')
    await jonasChat.write('Look at this')
    const shown = miraChat.message('Look at this').getByRole('img', { name: 'A wave' })
    await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    await mira.expectAccessible()
  })

  await test.step('pictures that are pasted or dropped are sent with the message, and stay while another conversation is open', async () => {
    await jonasChat.paste('web/public/icon-512.png')
    await expect(jonas.page.getByRole('textbox', { name: 'Description of picture 1' })).toBeVisible()
    await expect(jonas.page.getByText('Uploading…')).toHaveCount(0)
    const at = jonas.path()
    await jonas.go('/chat')
    await expect(jonas.page.getByRole('textbox', { name: 'Description of picture 1' })).toHaveCount(0)
    await jonas.go(at)
    await expect(jonas.page.getByRole('textbox', { name: 'Description of picture 1' })).toBeVisible()
    await jonasChat.drop('web/public/icon-192.png')
    await jonas.page.getByRole('textbox', { name: 'Description of picture 2' }).fill('A smaller wave')
    await jonasChat.write('Two at once')
    await expect(miraChat.message('Two at once').getByRole('img')).toHaveCount(2)
    await expect(miraChat.message('Two at once').getByRole('img', { name: 'A smaller wave' })).toBeVisible()
  })

  await test.step('music plays from its card, beside the conversation', async () => {
    await jonasChat.write('https://open.spotify.com/track/1RKUoGiLEbcXN4GY4spQDx')
    // A reader at the end stays there when the card arrives: its time and receipt are visible.
    for (const { page } of [mira, jonas]) {
      await expect(page.locator('.wl-message').last().getByRole('button', { name: 'Play here' })).toBeVisible()
      await expect(page.locator('.wl-message-foot').last()).toBeInViewport({ ratio: 1 })
    }
    const players = playersPage(mira)
    await mira.page.locator('.wl-message').last().getByRole('button', { name: 'Play here' }).click()
    await players.allow(players.music)
    await players.expectPlaying(players.spotify)
    await expect(miraChat.composer).toBeVisible()
    await players.stop()
  })

  await test.step('blank text is rejected with a message under the field', async () => {
    await jonasChat.composer.fill('   ')
    await jonasChat.composer.press('Enter')
    await expect(jonas.page.getByText('Your message is empty.')).toBeVisible()
    await jonasChat.composer.fill('')
  })

  await test.step('a new message opens the conversation with the chosen buddy, by keyboard', async () => {
    await mira.go('/chat')
    await mira.page.getByRole('button', { name: 'New chat' }).press('Enter')
    await mira.page.getByRole('menuitem', { name: 'New message' }).press('Enter')
    const dialog = mira.page.getByRole('dialog', { name: 'New message' })
    await expect(dialog.getByRole('button', { name: /Camille Laurent/ })).toBeVisible()
    await mira.expectAccessible()
    await dialog.getByRole('button', { name: /Camille Laurent/ }).press('Enter')
    await expect(mira.page).toHaveURL(/\/chat\/[0-9a-f-]{36}/)
    await expect(mira.page.getByRole('heading', { name: 'Camille Laurent' })).toBeVisible()
    await expect(miraChat.composer).toBeFocused()
  })

  await test.step('a conversation is found by the name, and a message by its words and shown in its place', async () => {
    await mira.go('/chat')
    const search = mira.page.getByRole('searchbox', { name: 'Search chats, buddies, and messages' })
    await search.fill('weir')
    await expect(mira.page.getByRole('region', { name: 'Chats' }).getByRole('link', { name: /Jonas Weir/ })).toBeVisible()
    await mira.expectAccessible()
    await search.fill('live session')
    await mira.page
      .getByRole('button', { name: /Have you seen the live session/ })
      .first()
      .click()
    await expect(miraChat.message('Have you seen the live session?')).toBeFocused()
  })

  await test.step('the menu shows that a conversation is muted until it is unmuted', async () => {
    await miraChat.chooseMenuItem('Jonas Weir', 'Mute for 8 hours')
    await miraChat.chooseMenuItem('Jonas Weir', 'Unmute')
    await mira.page.getByRole('button', { name: 'More about the conversation with Jonas Weir' }).click()
    await expect(mira.page.getByRole('menuitem', { name: 'Mute for 8 hours' })).toBeVisible()
    await mira.expectAccessible()
    // Keys work in the menu once it has the focus.
    await expect(async () => {
      await mira.page.keyboard.press('Escape')
      await expect(mira.page.getByRole('menu')).toHaveCount(0, { timeout: 1_000 })
    }).toPass()
  })

  await test.step('a conversation that was left is in the archive', async () => {
    await miraChat.chooseMenuItem('Jonas Weir', 'Leave and archive')
    await expect(mira.page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: /Jonas Weir/ })).toHaveCount(0)
    await miraChat.openTab('Archived')
    await miraChat.openLine('Jonas Weir')
    await miraChat.chooseMenuItem('Jonas Weir', 'Move back to chats')
    await expect(mira.page.getByRole('group', { name: 'Conversations to show' }).getByRole('button', { name: 'Chats' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
  })

  await test.step('an answer to a moment arrives in the chat, and links to the moment', async () => {
    await mira.go('/moments')
    await mira.page
      .getByRole('link', { name: /^Answer .* in the chat$/ })
      .first()
      .click()
    await expect(mira.page).toHaveURL(/\/chat\/[0-9a-f-]{36}\?moment=/)
    const [, id] = mira.page.url().split('moment=')
    await miraChat.write('This one, all week')
    const card = miraChat.message('This one, all week').getByRole('link', { name: /’s moment/ })
    await expect(card).toBeVisible()
    await card.click()
    await expect(mira.page).toHaveURL(new RegExp(`/moments/[0-9a-f-]{36}\\?post=${id}`))
  })

  await test.step('order, days and "seen" are correct with clocks that are wrong by a day', async () => {
    const address = `/chat/${chatId}`
    for (const [visitor, wrongByMs] of [
      [mira, DAY_MS],
      [jonas, -DAY_MS],
    ] as const) {
      await setClockWrong(visitor, wrongByMs)
      await visitor.open(address)
    }
    await miraChat.write('a day ahead')
    await expect(jonasChat.message('a day ahead')).toBeVisible()
    await jonasChat.write('a day behind')
    await expect(miraChat.message('a day behind')).toBeVisible()
    await miraChat.write('ahead again')
    await expect(jonasChat.message('ahead again')).toBeVisible()
    await expect(miraChat.message('ahead again')).toHaveAttribute('data-delivery', 'seen')
    for (const { page } of [mira, jonas]) {
      // By either clock, no day begins between the messages.
      const end = await page.locator('.wl-message, .wl-row-day').allTextContents()
      expect(end.slice(-3).map((text) => /a day ahead|a day behind|ahead again/.exec(text)?.[0])).toEqual([
        'a day ahead',
        'a day behind',
        'ahead again',
      ])
    }
    await miraChat.message('ahead again').hover()
    await mira.page.mouse.wheel(0, -100_000)
    await expect(mira.page.locator('.wl-row-day').first()).toHaveText('Yesterday')
  })

  await mira.expectQuiet()
  await jonas.expectQuiet()
  // An open page may still request the conversation and gets a 404.
  await test.step('blocking a buddy in the conversation hides it from both', async () => {
    await mira.open('/chat')
    await miraChat.openLine('Jonas Weir')
    await miraChat.chooseMenuItem('Jonas Weir', 'Block Jonas')
    await mira.page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click()
    for (const { page } of [mira, jonas]) {
      await page.goto('/chat')
      const lines = page.getByRole('navigation', { name: 'Conversations' }).getByRole('link')
      await expect(lines.first()).toBeVisible()
      await expect(lines.filter({ hasText: page === mira.page ? 'Jonas Weir' : 'Mira Kessler' })).toHaveCount(0)
    }
  })
  await Promise.all([mira.leave(), jonas.leave()])
})

test('two tabs of one person agree, offline and back', async ({ browser }) => {
  test.setTimeout(120_000)
  const mira = await loggedIn(browser, 0)
  // A tab takes seconds of its clock to notice that its socket is dead, and to store what it shows.
  const { clock } = mira.page
  await clock.install()
  await mira.open('/chat')
  await mira.page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('link')
    .filter({ hasNotText: 'Sunday listeners' })
    .first()
    .click()
  await expect(mira.page).toHaveURL(/\/chat\/[0-9a-f-]{36}/)
  const second = { ...mira, page: await mira.context.newPage() }
  await second.page.goto(mira.path())
  const tabs = [chatPage(mira), chatPage(second)] as const
  await expect(tabs[1].composer).toBeVisible()
  await tabs[0].composer.fill('half a thou')
  await expect(tabs[1].composer).toHaveValue('half a thou')
  await tabs[0].write('from the first')
  // All tabs share the draft: it must be gone from the second tab before another one starts there.
  await expect(tabs[1].composer).toHaveValue('')
  await tabs[1].write('from the second')
  for (const tab of tabs) await expect(tab.message('from the second')).toBeVisible()

  await mira.context.setOffline(true)
  await tabs[0].write('in a tunnel')
  await expect(tabs[1].message('in a tunnel')).toHaveAttribute('data-delivery', 'pending')
  const notice = mira.page.getByText('failed to send message')
  await expect(async () => {
    await clock.fastForward(1_000)
    await expect(notice).toBeVisible({ timeout: 1 })
  }).toPass({ timeout: 20_000 })
  await mira.context.setOffline(false)
  for (const tab of tabs) {
    await expect(tab.message('in a tunnel')).toHaveAttribute('data-delivery', /stored|delivered|seen/, { timeout: 40_000 })
    expect((await tab.messages()).slice(-3)).toEqual(['You: from the first', 'You: from the second', 'You: in a tunnel'])
  }

  await test.step('the cached history is shown without the server, and is deleted after signing out', async () => {
    type Kept = { thread?: { items: { content: string }[] } }
    const storedMessages = () =>
      mira.page.evaluate(
        () =>
          new Promise<Kept[]>((resolve, reject) => {
            const opening = indexedDB.open('wavelength-chat')
            opening.onerror = () => reject(opening.error)
            opening.onsuccess = () => {
              const reading = opening.result.transaction('history').objectStore('history').getAll()
              reading.onsuccess = () => resolve(reading.result)
            }
          }),
      )
    // Both tabs write the shared record, each a second after a change: only one of them knows its latest change.
    await second.page.close()
    await tabs[0].write('out of the tunnel')
    // The list also contains the message, in a separate record.
    const newest = async () => {
      await clock.fastForward(1_000)
      return (await storedMessages()).map(({ thread }) => thread?.items.at(-1)?.content)
    }
    await expect.poll(newest).toContain('out of the tunnel')
    const ofChat = /\/app\/auth\/chat/
    await mira.page.route(ofChat, (route) => route.abort())
    await mira.page.reload()
    for (const text of ['in a tunnel', 'out of the tunnel']) await expect(tabs[0].message(text)).toBeVisible()
    await mira.page.unroute(ofChat)
    await mira.open('/settings')
    // The last list of the account: none of its requests is in flight when the session ends.
    await expect(mira.page.getByText('This browser can’t create passkeys')).toBeVisible()
    await mira.page.getByRole('button', { name: 'Log out', exact: true }).click()
    await expect(mira.page.getByRole('link', { name: 'Sign up' }).first()).toBeVisible()
    await expect.poll(storedMessages).toEqual([])
  })
  await mira.expectQuiet()
  await mira.leave()
})

test('a user who turns off typing and receipts sends no typing or receipts', async ({ browser }) => {
  test.setTimeout(120_000)
  const mira = await loggedIn(browser, 0)
  await mira.open('/settings')
  for (const name of ['Show that you’re typing', 'Show that you’ve read messages']) {
    const saved = mira.page.waitForResponse(
      (response) => response.url().endsWith('/settings/privacy') && response.request().method() === 'POST',
    )
    await mira.page.getByRole('switch', { name }).press('Space')
    await saved
  }
  const sent = sentFrames(mira)
  await mira.open('/chat')
  await mira.page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('link')
    .filter({ hasNotText: 'Sunday listeners' })
    .first()
    .click()
  const chat = chatPage(mira)
  await chat.composer.pressSequentially('quiet as a mouse')
  await chat.composer.press('Enter')
  await expect.poll(() => sent.of('sendMessage').length).toBe(1)
  expect([sent.of('typing'), sent.of('deliveredChat')]).toEqual([[], []])
  await mira.expectQuiet()
  await mira.leave()
})
