import { expect } from '@playwright/test'
import { test } from '#tests/kit/test.ts'
import { aDemoVisitor } from '#tests/kit/visitor.ts'

/** A phone of 390 x 844 pixels, zoomed to 200 %. */
const zoomedPhone = { width: 195, height: 422 }

const paths = [
  '/',
  '/find_buddies',
  '/moments',
  '/notifications',
  '/blends',
  '/blends/new',
  '/week',
  '/profile/mira',
  '/profile/mira/time',
  '/profile/mira/spotify',
  '/profile/emeka',
  '/settings#notifications',
  '/settings#players',
  '/shortcuts',
]

test('at 200 % zoom on a phone, pages and their buttons are no wider than the screen, and no word of a button breaks', async ({
  browser,
  demoServer,
}) => {
  test.setTimeout(120_000)
  const visitor = await aDemoVisitor(browser, demoServer, { ...zoomedPhone, hasTouch: true })
  const { page } = visitor

  /** Buttons that reach beyond the screen and don't scroll sideways, and words of buttons that are on two lines. */
  const faults = () =>
    page.evaluate(() => {
      const width = document.documentElement.clientWidth
      const found = document.documentElement.scrollWidth > width ? ['the page'] : []
      const scrolls = (element: Element | null): boolean =>
        element !== null && (getComputedStyle(element).overflowX === 'auto' || scrolls(element.parentElement))
      for (const button of document.querySelectorAll('button, a.wl-button, a.wl-icon-button, a.wl-moment-action')) {
        const box = button.getBoundingClientRect()
        if (box.width > 1 && (box.right > width + 1 || box.left < -1) && !scrolls(button)) found.push(button.outerHTML.slice(0, 90))
        const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT)
        while (texts.nextNode()) {
          for (const { 0: word, index } of (texts.currentNode.nodeValue ?? '').matchAll(/[^\s-]+/g)) {
            const range = document.createRange()
            range.setStart(texts.currentNode, index)
            range.setEnd(texts.currentNode, index + word.length)
            if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word)
          }
        }
      }
      return found
    })

  for (const path of paths) {
    await visitor.open(path)
    await expect(page.getByRole('main')).not.toBeEmpty()
    await visitor.answered()
    await expect.poll(faults, path).toEqual([])
  }

  await test.step('a blend', async () => {
    await visitor.open('/blends')
    await page.getByRole('link', { name: 'Kitchen at midnight' }).tap()
    await expect(page.locator('.wl-blend-row').first()).toBeVisible()
    await expect.poll(faults).toEqual([])
  })
  await visitor.leave()
})
