import { type Browser, expect } from '@playwright/test'
import { test } from '#tests/kit/test.ts'
import type { RunningServer } from '#tests/kit/running-server.ts'
import { aDemoVisitor, type Visitor } from '#tests/kit/visitor.ts'

/* How pages look on a phone: where parts stand, how high they are, and what has one line. */

const phone = { width: 390, height: 844 }

let server: RunningServer
test.beforeAll(({ demoServer }) => {
  server = demoServer
})

const onPhone = (browser: Browser): Promise<Visitor> => aDemoVisitor(browser, server, { ...phone, hasTouch: true })

type Box = { y: number; height: number } | null

/** How far the middle of one box is below the middle of the other, in pixels. */
const middlesApart = (a: Box, b: Box) => Math.abs((a?.y ?? 0) + (a?.height ?? 0) / 2 - (b?.y ?? 99) - (b?.height ?? 0) / 2)

test('rows are as high as their text, cards of a story are equally high, buttons beside each other align, and shelves scroll sideways', async ({
  browser,
}) => {
  const visitor = await onPhone(browser)
  const { page } = visitor

  await test.step('a row with two lines of text is one target', async () => {
    await visitor.open('/search?q=gor')
    const row = page.locator('.wl-item-row').filter({ hasText: 'Gorillaz' })
    await expect(row).toBeVisible()
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(64)
    await row.tap({ position: { x: 20, y: 20 } })
    await expect(page.getByRole('heading', { level: 1, name: 'Gorillaz' })).toBeVisible()
  })

  await test.step('the percentage of a request ends the line of the name, and the sentence begins below the face', async () => {
    await visitor.open('/')
    const request = page.locator('.wl-home-requests > li').first()
    const meet = request.locator('.wl-request-meet')
    await expect(meet).toBeVisible()
    const [name, figure, face, sentence] = await Promise.all(
      [request.locator('.wl-person-name'), request.locator('.wl-figure'), request.locator('.wl-person-face'), meet].map((part) =>
        part.boundingBox(),
      ),
    )
    expect(middlesApart(name ?? null, figure ?? null)).toBeLessThan(10)
    expect(Math.abs((sentence?.x ?? 0) - (face?.x ?? 99))).toBeLessThan(3)
    // A name with a hyphen, such as "Hip-Hop", is one word.
    await expect(meet.locator('b').first()).toHaveCSS('white-space', 'nowrap')
  })

  await test.step('the buttons of a request stay in their place when its match arrives', async () => {
    const { promise: isMeasured, resolve } = Promise.withResolvers<void>()
    await page.route('**/app/auth/matches/*', async (route) => {
      await isMeasured
      await route.fallback()
    })
    await page.reload()
    const request = page.locator('.wl-home-requests > li').first()
    const accept = request.getByRole('button', { name: 'Accept' })
    await expect(request.locator('.wl-skeleton').first()).toBeVisible()
    const before = (await accept.boundingBox())?.y ?? 0
    resolve()
    await expect(request.locator('.wl-request-meet')).toBeVisible()
    await expect(request.locator('.wl-skeleton')).toHaveCount(0)
    expect(Math.abs(((await accept.boundingBox())?.y ?? 99) - before)).toBeLessThan(2)
    await page.unrouteAll()
  })

  await test.step('the tabs of a profile stay about where they are when the match arrives', async () => {
    const { promise: isMeasured, resolve } = Promise.withResolvers<void>()
    await page.route('**/app/auth/matches/*', async (route) => {
      await isMeasured
      await route.fallback()
    })
    await visitor.open('/profile/emeka')
    const tabs = page.locator('.wl-profile-tabs')
    await expect(page.locator('.wl-profile-actions .wl-button').first()).toBeVisible()
    await expect(page.locator('.wl-match-summary .wl-skeleton').first()).toBeVisible()
    const before = (await tabs.boundingBox())?.y ?? 0
    resolve()
    await expect(page.locator('.wl-match-print')).toBeVisible()
    expect(Math.abs(((await tabs.boundingBox())?.y ?? 999) - before)).toBeLessThan(30)
    await page.unrouteAll()
  })

  await test.step('what the user brought to buddies', async () => {
    await visitor.open('/week')
    const rows = page.locator('.wl-week-top').filter({ hasText: 'New to ' })
    await expect(rows.first()).toBeVisible()
    const spare = await rows.evaluateAll((found) =>
      found.map((row) => {
        const texts = document.createRange()
        texts.selectNodeContents(row.querySelector('.wl-week-text') ?? row)
        const lines = new Set(Array.from(texts.getClientRects(), ({ bottom }) => Math.round(bottom / 10)))
        return row.getBoundingClientRect().height - lines.size * 25
      }),
    )
    // As high as its lines of text, although its links have larger touch targets.
    expect(Math.max(...spare)).toBeLessThan(25)
    // The button for the whole list is beside its heading.
    const section = page.locator('section[aria-label^="Brought by"]:has(> .wl-button)').first()
    const [heading, button] = await Promise.all([section.locator('> h2').boundingBox(), section.locator('> .wl-button').boundingBox()])
    expect(middlesApart(heading, button)).toBeLessThan(4)
  })

  await test.step('the arrow beside the ranges of the plays', async () => {
    await visitor.open('/plays')
    const ranges = page.getByRole('radiogroup', { name: 'Range' })
    await expect(ranges).toBeVisible()
    const [first, other] = await Promise.all([ranges.boundingBox(), page.getByRole('link', { name: 'Earlier' }).boundingBox()])
    expect(middlesApart(first, other)).toBeLessThan(3)
  })

  await test.step('tiles of Discover', async () => {
    await visitor.open('/discover_content')
    const shelf = page.locator('.wl-discovery-section').filter({ has: page.getByRole('heading', { name: 'Loved by your buddies' }) })
    await expect(shelf).toBeVisible()
    for (const selector of ['.wl-tile-head > .wl-play-item', '.wl-discovery-actions']) {
      const tops = await shelf
        .locator(selector)
        .evaluateAll((found) => found.map((element) => Math.round(element.getBoundingClientRect().top)))
      expect(new Set(tops).size, selector).toBe(1)
    }
    // Names stand directly below the artwork, and a long word of another language does not break.
    const gaps = await shelf.locator('.wl-tile').evaluateAll((tiles) =>
      tiles.map((tile) => {
        const name = document.createRange()
        name.selectNodeContents(tile.querySelector('h3 > a') ?? tile)
        return name.getBoundingClientRect().top - (tile.querySelector('.wl-artwork')?.getBoundingClientRect().bottom ?? 0)
      }),
    )
    expect(Math.max(...gaps)).toBeLessThan(16)
    const lines = await shelf
      .locator('.wl-tile-text > p')
      .last()
      .evaluate((about) => {
        about.textContent = 'Elektronisch,'
        const range = document.createRange()
        range.selectNodeContents(about)
        return new Set([...range.getClientRects()].map(({ top }) => top)).size
      })
    expect(lines).toBe(1)
  })

  await test.step('shelves of Discover scroll sideways, and the page does not', async () => {
    const moved = await page
      .locator('ul.wl-discovery-grid')
      .first()
      .evaluate((element) => {
        element.scrollTo({ left: 500, behavior: 'instant' })
        return [element.scrollLeft > 100, document.documentElement.scrollWidth <= document.documentElement.clientWidth]
      })
    expect(moved).toEqual([true, true])
  })

  await test.step('the story of a week', async () => {
    await visitor.open('/week')
    await page.getByRole('button', { name: 'Play as story' }).click()
    const heights: number[] = []
    const next = page.getByRole('button', { name: 'Next' })
    for (;;) {
      heights.push(Math.round((await page.locator('.wl-story').boundingBox())?.height ?? 0))
      if (!(await next.isVisible())) break
      await next.click()
    }
    expect(heights.length).toBeGreaterThan(3)
    expect(new Set(heights).size).toBe(1)
  })

  await test.step('a heading beside a count and a button', async () => {
    await visitor.open('/profile/emeka/spotify')
    const heading = page.getByRole('heading', { name: 'Recently played' })
    await expect(heading).toBeVisible()
    expect((await heading.boundingBox())?.height).toBeLessThan(30)
  })

  await test.step('the panel of the bell is above the note of a preview', async () => {
    await visitor.open('/')
    await page.getByRole('button', { name: /^Notifications/ }).click()
    const heading = page.locator('.wl-bell-panel h2').first()
    await expect(heading).toBeVisible()
    const isOnTop = await page.locator('.wl-bell-panel').evaluate((panel) => {
      const { left, top } = panel.getBoundingClientRect()
      return panel.contains(document.elementFromPoint(left + 40, top + 4))
    })
    expect(isOnTop).toBe(true)
  })

  await test.step('a button that ends a heading makes the page no wider', async () => {
    await visitor.open('/search?q=mar')
    await expect(page.getByText('Marcus Thorne')).toBeVisible()
    await visitor.open('/find-people')
    await expect(page.getByRole('button', { name: 'Clear all' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  })

  await test.step('the texts of two buttons of a profile have one line in German', async () => {
    await visitor.open('/profile/mira')
    const texts = page.locator('.wl-profile-actions .wl-button-label')
    await expect(texts).toHaveText(['Invite friends', 'Edit profile'])
    const heights = await texts.evaluateAll((labels) => {
      const german = ['Freunde einladen', 'Profil bearbeiten']
      for (const [index, label] of labels.entries()) label.textContent = german[index] ?? ''
      return labels.map((label) => label.getBoundingClientRect().height)
    })
    expect(Math.max(...heights)).toBeLessThan(24)
  })

  await test.step('on a right-to-left page, the colon after a name in Latin letters is on its left', async () => {
    await visitor.open('/chat')
    const sender = page.locator('.wl-chats-line', { hasText: 'Sunday listeners' }).locator('.wl-chats-preview > :first-child')
    await expect(sender).toHaveText(/:$/)
    const [name, colon] = await sender.evaluate((element) => {
      document.documentElement.dir = 'rtl'
      const text = element.firstChild
      const length = text?.nodeValue?.length ?? 0
      const leftOf = (from: number, to: number) => {
        const range = document.createRange()
        if (text) range.setStart(text, from)
        if (text) range.setEnd(text, to)
        return range.getBoundingClientRect().left
      }
      return [leftOf(0, length - 1), leftOf(length - 1, length)]
    })
    expect(colon).toBeLessThan(name ?? 0)
  })

  await test.step('on a right-to-left page, a found message in Latin letters begins below its name', async () => {
    await visitor.open('/chat')
    await page.getByRole('searchbox').first().fill('the')
    const words = page.locator('.wl-found-words').first()
    await expect(words).toBeVisible()
    const gap = await words.evaluate((element) => {
      document.documentElement.dir = 'rtl'
      const text = document.createRange()
      text.selectNodeContents(element)
      return element.getBoundingClientRect().right - text.getBoundingClientRect().right
    })
    expect(gap).toBeLessThan(2)
  })

  await test.step('the title of a page that is too long for the top bar', async () => {
    await visitor.open('/')
    const own = page.getByRole('link', { name: 'Your profile' })
    await expect(own).toHaveAttribute('href', /^\/profile\//)
    await visitor.open(`${await own.getAttribute('href')}/time`)
    const title = page.getByRole('heading', { level: 1, name: 'Your taste over time' })
    await expect(title).toBeVisible()
    expect((await title.boundingBox())?.height).toBeGreaterThan(20)
  })
  await visitor.leave()
})

test('in German, rows of plays take three lines at most, and a long total breaks between its words', async ({ browser }) => {
  const visitor = await onPhone(browser)
  const { page } = visitor
  await page.addInitScript(() => localStorage.setItem('wl.language', 'de'))
  await page.route('**/app/auth/settings/language', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: { language: 'de' } }) : route.fallback(),
  )
  await visitor.open('/plays')
  const rows = page.locator('.wl-plays-list > li')
  await expect(rows.first()).toBeVisible()
  const texts = await page.locator('.wl-plays-text').evaluateAll((all) =>
    // A name may take two lines.
    all.map((text) => [...text.children].slice(1).reduce((sum, line) => sum + line.getBoundingClientRect().height, 0)),
  )
  expect(Math.max(...texts)).toBeLessThan(45)
  await expect(page.locator('.wl-plays-total')).toHaveText(/^etwa \d+\u00a0Std\.$/)
  await visitor.leave()
})

test('with text twice as large, lines are whole, the badge leaves the bell visible, and blends fit', async ({ browser }) => {
  const visitor = await onPhone(browser)
  const { page } = visitor
  await visitor.ask('POST', '/settings/players', { youtube: 'always', spotify: 'always' })
  const openLarge = async (path: string) => {
    await visitor.open(path)
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  }
  /** The texts of elements that are higher than their visible part. */
  const cutOff = (selector: string) =>
    page.locator(selector).evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent))

  await test.step('the tabs of moments, the name and the second line of a moment, and its field', async () => {
    await openLarge('/moments')
    await expect(page.locator('.wl-moment-meta').first()).toBeVisible()
    for (const tab of await page.getByRole('navigation', { name: 'Moments to show' }).getByRole('link').all())
      await expect(tab).toBeInViewport({ ratio: 1 })
    await expect(page.locator('textarea.wl-composer-field')).toHaveCSS('text-overflow', 'ellipsis')
    expect(await cutOff('.wl-moment-who > :first-child a, .wl-moment-meta, .wl-composer-field')).toEqual([])
    const [bell, badge] = await Promise.all(
      [page.getByRole('button', { name: /^Notifications/ }), page.locator('.wl-top .wl-badge')].map((part) => part.boundingBox()),
    )
    expect((badge?.y ?? 99) + (badge?.height ?? 0)).toBeLessThan((bell?.y ?? 0) + (bell?.height ?? 0) * 0.7)
  })

  await test.step('the placeholder of a message', async () => {
    await openLarge('/chat')
    await page.locator('.wl-chats-line').first().tap()
    const field = page.locator('.wl-chat-room textarea').first()
    await expect(field).toBeVisible()
    // A field of one line has padding of 10 pixels above and below it.
    const [room, size] = await field.evaluate((one) => [one.clientHeight - 20, Number.parseFloat(getComputedStyle(one).fontSize)])
    expect(room).toBeGreaterThan(1.3 * (size ?? 99))
  })

  await test.step('the title and the artist in the bar of the player, above the tabs', async () => {
    await openLarge('/blends')
    await page.getByRole('link', { name: 'Kitchen at midnight' }).tap()
    // A track may play in Spotify's frame, which has its own text.
    await page
      .getByText(/^Videos/)
      .first()
      .tap()
    await page
      .locator('.wl-blend-row')
      .first()
      .getByRole('button', { name: /^Play / })
      .tap()
    const bar = await page.locator('.wl-mini').boundingBox()
    // The letters, without the press area of the link.
    const letters = await page.locator('.wl-mini-text').evaluate((text) => {
      const range = document.createRange()
      range.selectNodeContents(text)
      const lines = [...range.getClientRects()].filter(({ height }) => height < 44)
      return { top: Math.min(...lines.map(({ top }) => top)), bottom: Math.max(...lines.map(({ bottom }) => bottom)) }
    })
    expect(letters.top).toBeGreaterThanOrEqual(bar?.y ?? 999)
    expect(letters.bottom).toBeLessThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
  })

  await test.step('a blend and its card stand below their covers where less than 18 letters fit beside each other', async () => {
    await page.setViewportSize({ width: 240, height: 844 })
    for (const path of ['/blends', new URL(page.url()).pathname]) {
      await visitor.open(path)
      await expect(page.getByText('Kitchen at midnight').first()).toBeVisible()
      const heading = page.getByRole('heading', { name: 'Kitchen at midnight' })
      expect(((await heading.boundingBox())?.x ?? 999) + ((await heading.boundingBox())?.width ?? 0)).toBeLessThanOrEqual(240)
    }
  })

  await test.step('the words of names in tiles', async () => {
    await page.setViewportSize(phone)
    for (const [path, names] of [
      ['/discover_content', '.wl-discovery-grid .wl-item-name'],
      ['/profile/mira', '.wl-round-item-name'],
    ] as const) {
      await openLarge(path)
      await expect(page.locator(names).first()).toBeVisible()
      const broken = await page.locator(names).evaluateAll((all) =>
        all.flatMap((one) => {
          let text: Node = one
          while (text.firstChild) text = text.firstChild
          return [...(text.textContent ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
            const range = document.createRange()
            range.setStart(text, index)
            range.setEnd(text, index + word.length)
            const lines = new Set([...range.getClientRects()].map(({ top }) => top)).size
            return lines > 1 && word.length < 13 && !word.includes('-') ? [word] : []
          })
        }),
      )
      expect(broken, path).toEqual([])
    }
  })
  await visitor.leave()
})
