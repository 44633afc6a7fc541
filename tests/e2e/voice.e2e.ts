import { type Browser, expect, type Page } from '@playwright/test'
import { anApiUser, befriend, type ApiUser } from '#tests/kit/api-user.ts'
import { chatPage } from '#tests/kit/pages/chat.page.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { test } from '#tests/kit/test.ts'
import { aVisitor, type Visitor } from '#tests/kit/visitor.ts'

let server: RunningServer
test.beforeAll(({ emptyServer }) => {
  server = emptyServer
})

async function signedIn(browser: Browser, { login }: ApiUser, options = {}): Promise<Visitor> {
  const visitor = await aVisitor(browser, server, options)
  await visitor.context.grantPermissions(['microphone'])
  await visitor.context.addInitScript(() => {
    const { mediaDevices } = navigator
    const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = (constraints) => {
      document.documentElement.dataset['asked'] = String(Number(document.documentElement.dataset['asked'] ?? 0) + 1)
      return getUserMedia(constraints)
    }
    // The audio element isn't in the document, so its events don't reach it.
    const play = HTMLMediaElement.prototype.play
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      const { dataset } = document.documentElement
      this.addEventListener('ended', () => (dataset['ended'] = String(Number(dataset['ended'] ?? 0) + 1)), { once: true })
      return play.call(this)
    }
  })
  await visitor.signIn(login)
  return visitor
}

/** The path of the conversation of two buddies. */
const chatWith = async (one: ApiUser, other: ApiUser) => `/chat/${String((await one.ask('POST', `/chats/with/${other.uid}`))['chat_id'])}`

const microphoneRequests = (page: Page) => page.evaluate(() => Number(document.documentElement.dataset['asked'] ?? 0))
const recorderOf = (page: Page) => page.getByRole('group', { name: 'Voice recorder' })
const voiceIn = (page: Page) => page.locator('.wl-message').getByRole('group', { name: /^Voice message, 0:\d\d$/ })

async function record(page: Page, atLeast = '0:01'): Promise<void> {
  await page.getByRole('button', { name: 'Record a voice message' }).click()
  await expect(recorderOf(page).getByRole('timer')).toHaveText(new RegExp(atLeast))
}

test('a voice message is recorded, played back, sent, received, played, answered and deleted', async ({ browser }) => {
  test.setTimeout(180_000)
  const [vera, will] = [await anApiUser(server, 'vera.voice', 'Vera Lind'), await anApiUser(server, 'will.voice', 'Will Mohr')]
  await befriend(vera, will)
  const [veraVisitor, willVisitor] = [await signedIn(browser, vera, { mayBeOffline: true }), await signedIn(browser, will)]
  const { page } = veraVisitor
  let file = ''

  await test.step('the microphone is asked for only when the recorder opens', async () => {
    await veraVisitor.open(await chatWith(vera, will))
    await expect(page.getByRole('button', { name: 'Record a voice message' })).toBeVisible()
    expect(await microphoneRequests(page)).toBe(0)
    await record(page)
    expect(await microphoneRequests(page)).toBe(1)
    await veraVisitor.expectAccessible()
    await page.keyboard.press('Escape')
    await expect(recorderOf(page).getByRole('button', { name: 'Play' })).toBeVisible()
    await recorderOf(page).getByRole('button', { name: 'Discard recording' }).click()
    await expect(chatPage(veraVisitor).composer).toBeFocused()
  })

  await test.step('a recording can be played before it is sent', async () => {
    await record(page)
    await recorderOf(page).getByRole('button', { name: 'Stop recording' }).press('Enter')
    await expect(recorderOf(page).getByRole('button', { name: 'Send voice message' })).toBeFocused()
    await recorderOf(page).getByRole('button', { name: 'Play' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-ended', '1')
    await veraVisitor.expectAccessible()
    await recorderOf(page).getByRole('button', { name: 'Send voice message' }).click()
    await expect(voiceIn(page)).toHaveCount(1)
    await chatPage(veraVisitor).expectAllSent()
  })

  await test.step('the other one sees it in the list, and plays it with seeking and speed', async () => {
    await willVisitor.open('/chat')
    await expect(willVisitor.page.getByRole('navigation', { name: 'Conversations' })).toContainText(/Voice message, 0:\d\d/)
    await chatPage(willVisitor).openLine('Vera Lind')
    const voice = voiceIn(willVisitor.page)
    await voice.getByRole('button', { name: 'Speed: 1×' }).click()
    await voice.getByRole('button', { name: 'Speed: 1.5×' }).click()
    await expect(voice.getByRole('button', { name: 'Speed: 2×' })).toBeVisible()
    const slider = voice.getByRole('slider', { name: 'Position' })
    const loaded = willVisitor.page.waitForResponse(/\/files\/[0-9a-f-]{36}\.webm$/)
    await slider.press('ArrowRight')
    await slider.press('ArrowRight')
    await expect(slider).toHaveAttribute('aria-valuetext', /^0:01 of/)
    await voice.getByRole('button', { name: 'Play' }).click()
    file = (await loaded).url()
    await expect(willVisitor.page.locator('html')).toHaveAttribute('data-ended', '1')
    await expect(slider).toHaveAttribute('aria-valuetext', /^0:00 of/)
    await expect(voice.getByRole('button', { name: 'Play' })).toBeVisible()
    await expect(voice.getByRole('alert')).toHaveCount(0)
    await willVisitor.expectAccessible()
    for (const theme of ['light', 'dark'] as const) {
      await willVisitor.chooseTheme(theme)
      await willVisitor.expectLegible()
    }
  })

  await test.step('it is a reply with a quote, and is itself quoted by its kind', async () => {
    await voiceIn(willVisitor.page).hover()
    await willVisitor.page.getByRole('button', { name: 'Reply', exact: true }).click()
    await chatPage(willVisitor).write('Good morning')
    await expect(chatPage(veraVisitor).message('Good morning')).toContainText('Voice message')
  })

  await test.step('without a network it stays in the outbox, even after a reload, and is sent later', async () => {
    await veraVisitor.context.setOffline(true)
    await record(page)
    await recorderOf(page).getByRole('button', { name: 'Send voice message' }).click()
    await expect(page.locator('.wl-message[data-delivery="pending"]').getByRole('group', { name: /^Voice message/ })).toBeVisible()
    await veraVisitor.context.setOffline(false)
    await page.reload()
    await chatPage(veraVisitor).expectAllSent()
    await expect(voiceIn(page)).toHaveCount(2)
    await expect(voiceIn(willVisitor.page)).toHaveCount(2)
  })

  await test.step('deleting it removes the file', async () => {
    const first = page
      .locator('.wl-message')
      .filter({ has: page.getByRole('group', { name: /^Voice message/ }) })
      .first()
    await first.hover()
    await first.getByRole('button', { name: 'More about this message' }).click()
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toHaveCount(0)
    await page.getByRole('menuitem', { name: 'Delete for everyone' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for everyone' }).click()
    await expect(voiceIn(willVisitor.page)).toHaveCount(1)
    expect((await willVisitor.page.request.get(file)).status()).toBe(404)
  })
  await veraVisitor.expectQuiet()
  await willVisitor.expectQuiet()
  await veraVisitor.leave()
  await willVisitor.leave()
})

test('on a phone Send replaces the microphone at the first letter; a request has no microphone', async ({ browser }) => {
  const [xena, yara] = [await anApiUser(server, 'xena.voice', 'Xena Ray'), await anApiUser(server, 'yara.voice', 'Yara Moss')]
  const xenaVisitor = await signedIn(browser, xena, { width: 390, height: 844, hasTouch: true })
  const { page } = xenaVisitor
  const button = page.getByRole('button', { name: 'Record a voice message' })
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await xenaVisitor.open(`/chat?uid=${yara.uid}`)
  await expect(chatPage(xenaVisitor).composer).toBeVisible()
  await expect(button).toHaveCount(0)
  await befriend(xena, yara)
  await page.reload()
  await expect(button).toBeVisible()
  await expect(send).toBeHidden()
  await chatPage(xenaVisitor).composer.fill('a text')
  await expect(send).toBeVisible()
  await expect(button).toBeHidden()
  await chatPage(xenaVisitor).composer.fill('')
  await record(page)
  await xenaVisitor.expectAccessible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await recorderOf(page).getByRole('button', { name: 'Send voice message' }).tap()
  await expect(voiceIn(page)).toHaveCount(1)
  await chatPage(xenaVisitor).expectAllSent()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await xenaVisitor.leave()
})

/** How many unsent recordings this browser has stored. */
const storedRecordings = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('wavelength-chat')
        opening.onerror = () => reject(new Error('the database is not open'))
        opening.onsuccess = () => {
          const counting = opening.result.transaction('voice_drafts').objectStore('voice_drafts').count()
          counting.onsuccess = () => {
            opening.result.close()
            resolve(counting.result)
          }
        }
      }),
  )

test('an unsent recording stays in its conversation after leaving and reloading it, until it is sent or discarded', async ({ browser }) => {
  const [zara, zeno] = [await anApiUser(server, 'zara.voice', 'Zara Holt'), await anApiUser(server, 'zeno.voice', 'Zeno Beck')]
  await befriend(zara, zeno)
  const zaraVisitor = await signedIn(browser, zara)
  const { page } = zaraVisitor
  const lines = page.getByRole('navigation', { name: 'Conversations' })
  const send = recorderOf(page).getByRole('button', { name: 'Send voice message' })
  await zaraVisitor.open(await chatWith(zara, zeno))

  await test.step('leaving the conversation while it records ends the recording and keeps it', async () => {
    await record(page)
    await page.getByRole('link', { name: 'Moments' }).first().click()
    await expect(page).toHaveURL(/\/moments/)
    await page.getByRole('link', { name: /^Chat/ }).first().click()
    await expect(lines).toContainText(/Draft: ?Voice message, 0:\d\d/)
    await chatPage(zaraVisitor).openLine('Zeno Beck')
    await expect(send).toBeVisible()
    await expect(recorderOf(page).getByRole('timer')).toHaveCount(0)
    expect(await microphoneRequests(page)).toBe(1)
  })

  await test.step('it remains after a reload, can be played, and is sent once', async () => {
    await page.reload()
    await recorderOf(page).getByRole('button', { name: 'Play' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-ended', '1')
    await zaraVisitor.expectAccessible()
    await send.click()
    await expect(voiceIn(page)).toHaveCount(1)
    await chatPage(zaraVisitor).expectAllSent()
    await page.reload()
    await expect(voiceIn(page)).toHaveCount(1)
    await expect(chatPage(zaraVisitor).composer).toBeVisible()
    await expect(recorderOf(page)).toHaveCount(0)
  })

  await test.step('discarding it deletes everything', async () => {
    await record(page)
    await recorderOf(page).getByRole('button', { name: 'Stop recording' }).click()
    await expect.poll(() => storedRecordings(page)).toBe(1)
    await page.reload()
    await recorderOf(page).getByRole('button', { name: 'Discard recording' }).click()
    await page.reload()
    await expect(chatPage(zaraVisitor).composer).toBeVisible()
    await expect(recorderOf(page)).toHaveCount(0)
  })
  await zaraVisitor.expectQuiet()
  await zaraVisitor.leave()
})

test('a voice message that plays on elsewhere stops when its author deletes it, and when they block the listener', async ({ browser }) => {
  const [abel, bela] = [await anApiUser(server, 'abel.voice', 'Abel Kern'), await anApiUser(server, 'bela.voice', 'Bela Ruhl')]
  await befriend(abel, bela)
  const path = await chatWith(abel, bela)
  const [author, listener] = [await signedIn(browser, abel), await signedIn(browser, bela)]
  // A short recording that plays until something stops it.
  await listener.context.addInitScript(() => {
    const play = HTMLMediaElement.prototype.play
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      this.loop = true
      return play.call(this)
    }
  })
  await author.open(path)
  for (const count of [1, 2]) {
    await record(author.page)
    await recorderOf(author.page).getByRole('button', { name: 'Send voice message' }).click()
    await expect(voiceIn(author.page)).toHaveCount(count)
    await chatPage(author).expectAllSent()
  }
  const bar = listener.page.getByRole('region', { name: 'Voice message' })
  const notice = listener.page.getByText('This voice message is no longer available.')

  async function playElsewhere(): Promise<void> {
    await listener.open(path)
    await voiceIn(listener.page).first().getByRole('button', { name: 'Play' }).click()
    await expect(voiceIn(listener.page).first().getByRole('button', { name: 'Pause' })).toBeVisible()
    await listener.go('/saved')
    await expect(bar).toBeVisible()
    await expect(notice).toHaveCount(0)
  }

  await test.step('deleted for everyone', async () => {
    await playElsewhere()
    const first = author.page
      .locator('.wl-message')
      .filter({ has: author.page.getByRole('group', { name: /^Voice message/ }) })
      .first()
    await first.hover()
    await first.getByRole('button', { name: 'More about this message' }).click()
    await author.page.getByRole('menuitem', { name: 'Delete for everyone' }).click()
    await author.page.getByRole('alertdialog').getByRole('button', { name: 'Delete for everyone' }).click()
    await expect(notice).toBeVisible()
    await expect(bar).toHaveCount(0)
  })

  await test.step('blocked', async () => {
    await playElsewhere()
    await abel.ask('POST', `/blocks/${bela.uid}`)
    await expect(notice).toBeVisible()
    await expect(bar).toHaveCount(0)
  })
  await listener.leave()
  await author.leave()
})
