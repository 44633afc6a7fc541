import { type Browser, expect, type Locator } from '@playwright/test'
import { test } from '#tests/kit/test.ts'
import { anApiUser } from '#tests/kit/api-user.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { momentsPage } from '#tests/kit/pages/moments.page.ts'
import { aDemoVisitor, aVisitor, type Visitor } from '#tests/kit/visitor.ts'

/* The differences on a phone: 390 px wide, with a touch screen and a keyboard that covers the page. */

const phone = { width: 390, height: 844 }
const KEYBOARD = 384
/** Each path differs from the one before: the app reports a shown page only when the path changes. */
const pages = [
  '/find_buddies',
  '/',
  '/settings',
  '/discover_content',
  '/settings#account',
  '/blends',
  '/settings#privacy',
  '/blends/new',
  '/settings#muted',
  '/moments',
  '/settings#notifications',
  '/chat',
  '/settings#players',
  '/moments?tab=bookmarks',
  '/settings#known',
  '/chat?starred',
  '/settings#data',
  '/search?q=mar',
  '/find-people',
  '/social_connect',
  '/notifications',
  '/saved',
  '/week',
  '/plays',
  '/shortcuts',
  '/profile/:uid',
  '/profile/:uid/spotify',
  '/profile/:uid/buddies',
  '/profile/:uid/time',
]

let server: RunningServer
test.beforeAll(({ demoServer }) => {
  server = demoServer
})

const onPhone = (browser: Browser): Promise<Visitor> => aDemoVisitor(browser, server, { ...phone, hasTouch: true })

/** Whether two elements on the screen overlap. */
async function overlap(upper: Locator, lower: Locator): Promise<boolean> {
  const [upperBox, lowerBox] = [await upper.boundingBox(), await lower.boundingBox()]
  if (!upperBox || !lowerBox) throw new Error('An element is not on the screen.')
  return (
    upperBox.x < lowerBox.x + lowerBox.width &&
    lowerBox.x < upperBox.x + upperBox.width &&
    upperBox.y < lowerBox.y + lowerBox.height &&
    lowerBox.y < upperBox.y + upperBox.height
  )
}

/** Names can be short: shortens the links with names of people, artists, and items to one letter. */
const shortenNames = ({ page }: Visitor) =>
  page.evaluate(() => {
    for (const link of document.querySelectorAll('a[href]')) {
      if (!/^\/(profile|artist|channel|track)\/[\w-]+$/.test(link.getAttribute('href') ?? '') || link.closest('nav')) continue
      const treeWalker = document.createTreeWalker(link, NodeFilter.SHOW_TEXT)
      while (treeWalker.nextNode()) if (treeWalker.currentNode.nodeValue?.trim()) treeWalker.currentNode.nodeValue = 'J'
    }
  })

/** The visible controls smaller than 44 px, with their size. A link that covers its card by `::after` counts as that large. */
const smallTargets = ({ page }: Visitor) =>
  page.evaluate(() => {
    const MIN_TARGET_PX = 43.5
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, select, summary, textarea, input:not([type=hidden], [type=checkbox], [type=radio], [type=file]), label:has(input), [role=slider]',
    )
    return [...controls].flatMap((control) => {
      const { width, height } = control.getBoundingClientRect()
      const isShown = control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 1 && height > 1
      if (!isShown || control.closest('.wl-hidden, .wl-skip')) return []
      const after = getComputedStyle(control, '::after')
      const covers = after.position === 'absolute' && after.content !== 'none'
      const size = [
        Math.max(width, covers ? Number.parseFloat(after.width) : 0),
        Math.max(height, covers ? Number.parseFloat(after.height) : 0),
      ]
      if (size.every((length) => length >= MIN_TARGET_PX)) return []
      return [`${control.tagName}.${control.className} ${size.map(Math.round).join(' x ')}: ${(control.textContent ?? '').slice(0, 30)}`]
    })
  })

test('on a touch screen every visible control is at least 44 px large', async ({ browser }) => {
  const visitor = await onPhone(browser)
  await visitor.open('/')
  const profile = visitor.page.getByRole('link', { name: 'Your profile' })
  await expect(profile).toHaveAttribute('href', /^\/profile\//)
  const own = await profile.getAttribute('href')
  for (const path of pages) {
    await visitor.go(path.replace('/profile/:uid', own ?? ''))
    await expect(visitor.page.locator('main h1').first()).toBeAttached()
    await expect(visitor.page.locator('.wl-skeleton').first(), path).toBeHidden()
    // Sections further down load after the first.
    await visitor.answered()
    expect.soft(await smallTargets(visitor), path).toEqual([])
    await shortenNames(visitor)
    expect.soft(await smallTargets(visitor), `${path} with short names`).toEqual([])
  }

  await test.step('this also holds in conversations and in an open moment', async () => {
    const { page } = visitor
    for (const name of ['Sunday listeners', 'Emeka Eze']) {
      await visitor.go('/chat')
      await page.locator('.wl-chats-line', { hasText: name }).click()
      await expect(page.locator('.wl-reaction, .wl-session').first()).toBeVisible()
      expect.soft(await smallTargets(visitor), name).toEqual([])
    }
    await visitor.go('/moments')
    await page.locator('.wl-moment-meta a').first().click()
    await expect(page.getByRole('button', { name: /likes? this$/ })).toBeVisible()
    expect.soft(await smallTargets(visitor), 'moment').toEqual([])
  })

  await test.step('this also holds on the page of a request', async () => {
    const { page } = visitor
    await visitor.go('/')
    await page.locator('.wl-request-chips a[href^="/view-connection/"]').first().click()
    await expect(page.locator('.wl-banner-actions .wl-button').first()).toBeVisible()
    await visitor.answered()
    expect.soft(await smallTargets(visitor), 'request').toEqual([])
  })

  await test.step('this also holds in a dialog, a menu, and a notice', async () => {
    const { page } = visitor
    await visitor.go('/find_buddies')
    await page
      .getByRole('button', { name: /^Connect with/ })
      .first()
      .click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeVisible()
    expect.soft(await smallTargets(visitor), 'dialog').toEqual([])
    const moments = momentsPage(visitor)
    await moments.open()
    await page
      .getByRole('button', { name: /^More about .* moment/ })
      .first()
      .click()
    await expect(page.getByRole('menuitem').first()).toBeVisible()
    expect.soft(await smallTargets(visitor), 'menu').toEqual([])
    await page.getByRole('menuitem', { name: 'Copy link' }).click()
    await expect(page.locator('.wl-notice')).toBeVisible()
    expect.soft(await smallTargets(visitor), 'notice').toEqual([])
    expect(await overlap(page.locator('.wl-notice'), page.getByRole('link', { name: 'Your profile' }))).toBe(false)
  })
  await visitor.leave()
})

test('inside a conversation its header is the only bar, and messages get most of the room beside the keyboard', async ({ browser }) => {
  const visitor = await onPhone(browser)
  const { page } = visitor
  const messages = page.locator('.wl-messages')
  const bottomOf = (box: { y: number; height: number } | null) => (box?.y ?? 0) + (box?.height ?? 999)
  const heightOf = async (selector: string) => (await page.locator(selector).boundingBox())?.height ?? 0
  await visitor.open('/chat')
  await expect(page.locator('.wl-tabs')).toBeVisible()
  await page.locator('.wl-chats-line').first().click()
  await expect(messages).toBeVisible()
  await expect(page.locator('.wl-tabs')).toBeHidden()
  await expect(page.locator('.wl-top')).toBeHidden()

  await test.step('a browser that shrinks the page for its keyboard', async () => {
    await page.locator('.wl-chat-room textarea').focus()
    await page.setViewportSize({ ...phone, height: phone.height - KEYBOARD })
    expect(await heightOf('.wl-messages')).toBeGreaterThanOrEqual((phone.height - KEYBOARD) / 2)
    await page.locator('.wl-chat-room textarea').fill('One line\n'.repeat(40))
    expect(await heightOf('.wl-messages')).toBeGreaterThanOrEqual((phone.height - KEYBOARD) / 2)
    await page.locator('.wl-chat-room textarea').fill('')
    await page.setViewportSize(phone)
  })

  await test.step('beside the keyboard of a phone on its side, the whole draft is in view', async () => {
    const field = page.locator('.wl-chat-room textarea').first()
    const sideways = { width: 740, height: 360 }
    await page.setViewportSize(sideways)
    await field.focus()
    await page.setViewportSize({ ...sideways, height: 180 })
    for (const text of ['', 'One\nTwo\nThree']) {
      await field.fill(text)
      await expect.poll(async () => bottomOf(await field.boundingBox())).toBeLessThanOrEqual(180)
    }
    await field.fill('')
    await page.setViewportSize(phone)
  })

  await test.step('a browser that lays its keyboard over the page', async () => {
    await page.evaluate((height) => {
      const viewport = window.visualViewport
      if (!viewport) return
      Object.defineProperty(viewport, 'height', { value: height, configurable: true })
      viewport.dispatchEvent(new Event('resize'))
    }, phone.height - KEYBOARD)
    await expect.poll(async () => (await page.locator('.wl-reply').boundingBox())?.y).toBeLessThan(phone.height - KEYBOARD)
    expect(await heightOf('.wl-messages')).toBeGreaterThanOrEqual((phone.height - KEYBOARD) / 2)
  })

  await test.step('a notice leaves the last message visible', async () => {
    const last = page.locator('.wl-message').last()
    await last.tap()
    await last.getByRole('button', { name: 'More about this message' }).click()
    await page.getByRole('menuitem', { name: 'Copy link to message' }).click()
    const notice = page.locator('.wl-notice')
    await expect(notice).toBeVisible()
    expect(await overlap(notice, last)).toBe(false)
    await notice.getByRole('button', { name: 'Close notice' }).click()
  })

  await test.step('the link in the header returns to the list and the tabs', async () => {
    await page.getByRole('link', { name: 'All conversations' }).click()
    await expect(page.locator('.wl-tabs')).toBeVisible()
  })
  await visitor.leave()
})

test('names, presence and match fit, and the buttons of an ended session are in one row', async ({ browser }) => {
  const visitor = await onPhone(browser)
  const { page } = visitor
  const cutTexts = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((all) => all.flatMap((element) => (element.scrollWidth > element.clientWidth ? [element.textContent] : [])))
  const rowsOf = (parts: Locator) => parts.evaluateAll((all) => new Set(all.map((part) => part.getBoundingClientRect().top)).size)
  await visitor.open('/chat')
  await page.locator('.wl-chats-line', { hasText: 'Emeka Eze' }).click()
  await expect(page.locator('.wl-chat-standing')).toHaveText(/^seen .+ · \d+% match$/)
  expect(await rowsOf(page.locator('.wl-chat-standing > span'))).toBe(1)
  expect(await cutTexts('.wl-chat-head h2, .wl-chat-standing > span')).toEqual([])
  const session = page.locator('.wl-session').last()
  await expect(session).toContainText('Ended')
  expect(await rowsOf(session.locator('.wl-session-foot').getByRole('button'))).toBe(1)
  await visitor.open('/moments')
  await expect(page.locator('.wl-moment-who').first()).toBeVisible()
  // A name in the other writing direction is also cut at its end.
  expect(
    await page
      .locator('.wl-moment-who > .wl-line > a')
      .first()
      .evaluate((name) => getComputedStyle(name).unicodeBidi),
  ).toBe('plaintext')
  expect(await cutTexts('.wl-moment-who > .wl-line > a')).toEqual([])
  await visitor.leave()
})

test('settings are a page per group, and a search finds one setting', async ({ browser }) => {
  const visitor = await onPhone(browser)
  const { page } = visitor
  await visitor.open('/settings')
  await page.getByRole('link', { name: /^Privacy Who/ }).click()
  await expect(page.getByLabel('Who sees your music')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeHidden()
  await page.getByRole('link', { name: 'All settings' }).click()
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('quiet')
  await expect(page.getByRole('switch', { name: 'Quiet hours' })).toBeVisible()
  await expect(page.getByRole('switch')).toHaveCount(1)
  await page.getByRole('searchbox').fill('zzz')
  await expect(page.getByText('No setting found')).toBeVisible()
  await visitor.expectAccessible()
  await visitor.expectQuiet()
  await visitor.leave()
})

test('a missing conversation appears where the empty chat is', async ({ browser }) => {
  const visitor = await aDemoVisitor(browser, server)
  const middle = async () => {
    const box = await visitor.page.locator('.wl-chat-none').boundingBox()
    return box && Math.round(box.y + box.height / 2)
  }
  await visitor.open('/chat')
  await expect(visitor.page.getByText('Choose a conversation')).toBeVisible()
  const empty = await middle()
  await visitor.open('/chat/0199d3a0-0000-7000-8000-00000000dead')
  await expect(visitor.page.getByText('It may have been deleted')).toBeVisible()
  expect(await middle()).toBe(empty)
  await visitor.leave()
})

test('the actions of a profile are in one row, also at 360 px, and no word of them breaks at 320 px', async ({ browser }) => {
  const stranger = await anApiUser(server, 'rowan', 'Rowan Field')
  const visitor = await onPhone(browser)
  const { page } = visitor
  await visitor.open(`/profile/${stranger.uid}`)
  const actions = page.locator('.wl-profile-actions')
  const controls = actions.getByRole('button').or(actions.getByRole('link'))
  await expect(controls).toHaveText(['Connect', 'Message', '', ''])
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 740 })
    const boxes = await Promise.all((await controls.all()).map((control) => control.boundingBox()))
    expect(new Set(boxes.map((box) => box && Math.round(box.y + box.height / 2))).size, `${width}`).toBe(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await page.setViewportSize({ width: 320, height: 640 })
  const texts = actions.locator('.wl-button-content')
  expect(await texts.evaluateAll((all) => all.filter((text) => text.clientHeight > 24).length)).toBe(0)
  await visitor.leave()
})

test('a menu beside the field adds attachments to a message, also by keyboard', async ({ browser }) => {
  const visitor = await onPhone(browser)
  const { page } = visitor
  const field = page.getByRole('textbox', { name: /^Message to/ })
  const add = page.getByRole('button', { name: 'Add to the message' })
  const find = page.getByRole('combobox', { name: 'Find a track or a video' })
  await visitor.open('/chat')
  const group = page.locator('.wl-chats-line', { hasText: 'Sunday listeners' })
  const other = page.locator('.wl-chats-line').filter({ hasNotText: 'Sunday listeners' }).first()
  for (const [line, entries] of [
    [group, ['Add pictures', 'Add a track or a video', 'Paste', 'New poll', 'Make a safe queue']],
    [other, ['Add pictures', 'Add a track or a video', 'Paste']],
  ] as const) {
    await line.click()
    await add.press('Enter')
    await expect(page.getByRole('menuitem')).toHaveText([...entries])
    // Two thirds of the screen.
    expect((await field.boundingBox())?.width).toBeGreaterThan((phone.width * 2) / 3)
    await page.getByRole('menuitem', { name: 'Add a track or a video' }).press('Enter')
    await expect(find).toBeFocused()
    await find.press('Escape')
    await expect(field).toBeFocused()
    await field.press('+')
    await expect(find).toBeFocused()
    await find.press('Escape')
    await page.getByRole('link', { name: 'All conversations' }).click()
  }
  await visitor.expectQuiet()
  await visitor.leave()
})

test('the link to the picks scrolls to their button, although cards above it load later', async ({ browser }) => {
  const nele = await anApiUser(server, 'nele', 'Nele Voss')
  const visitor = await aVisitor(browser, server, { width: 390, height: 844, hasTouch: true })
  await visitor.signIn(nele.login)
  await visitor.open('/social_connect#picks')
  const choose = visitor.page.getByRole('button', { name: 'Choose artists and channels' })
  await expect(choose).toBeFocused()
  await expect(visitor.page.getByRole('button', { name: 'Choose a file' })).toBeAttached()
  await expect(choose).toBeInViewport({ ratio: 1 })
  await visitor.expectQuiet()
  await visitor.leave()
})

test('saved items that can’t be loaded show the error alone', async ({ browser }) => {
  const { page, ...visitor } = await onPhone(browser)
  await page.route('**/app/auth/folders*', (route) => route.fulfill({ status: 400, json: {} }))
  await page.goto('/saved')
  await expect(page.locator('.wl-saved-side .wl-state')).toBeVisible()
  await expect(page.getByText('Save songs and videos to folders')).toBeHidden()
  await visitor.leave()
})
