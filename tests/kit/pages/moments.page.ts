import { expect, type Locator } from '@playwright/test'
import type { Visitor } from '../visitor.ts'

/** The feed of moments, its composer, and one moment open over it. */
export const momentsPage = ({ page }: Visitor) => {
  const feed = page.getByRole('list', { name: 'Moments, newest first' })
  const layer = page.getByRole('dialog', { name: 'Moment' })
  const composer = page.getByRole('form', { name: 'Post a moment' })
  const field = composer.getByRole('textbox', { name: 'What do you want to share?' })
  return {
    feed,
    layer,
    composer,
    field,
    /** The card that contains this text. */
    card: (text: string): Locator => feed.getByRole('article').filter({ hasText: text }),
    comments: layer.getByRole('list', { name: 'Comments' }).getByRole('listitem'),
    pill: page.getByRole('button', { name: /^(More than )?\d+ new$/ }),

    async open(path = '/moments'): Promise<void> {
      await page.goto(path)
      await expect(feed.getByRole('article').first()).toBeVisible({ timeout: 20_000 })
    },

    async post(text: string): Promise<void> {
      await field.fill(text)
      await composer.getByRole('button', { name: 'Post', exact: true }).click()
      const words = text.replace(/\s*https?:\/\/\S+$/, '')
      await expect(this.card(words.split('\n')[0] ?? words)).toBeVisible()
      await expect(field).toHaveValue('')
    },

    /** Chooses an entry of a card's menu. */
    async choose(card: Locator, item: string): Promise<void> {
      await card.getByRole('button', { name: /^More about .* moment/ }).click()
      await page.getByRole('menuitem', { name: item }).click()
    },

    async openComments(card: Locator): Promise<void> {
      // By keyboard: the list takes no clicks while it scrolls, and Playwright scrolls right before it clicks.
      await card.getByRole('link', { name: /comment/i }).press('Enter')
      await expect(layer.getByRole('heading', { name: 'Comments' })).toBeVisible()
    },

    /** Waits until it is stored: before, its row scrolls into view, which would move it under the pointer. */
    async comment(text: string): Promise<void> {
      await layer.getByRole('textbox', { name: 'Your comment' }).fill(text)
      await layer.getByRole('textbox', { name: 'Your comment' }).press('Enter')
      await expect(this.comments.and(page.locator(':not([data-sending="true"])')).filter({ hasText: text })).toHaveCount(1)
    },

    /** Pastes a picture into the composer's field, or drops it there. */
    async give(how: 'paste' | 'drop'): Promise<void> {
      await field.click()
      await field.evaluate(async (element, kind) => {
        const bytes = await (await fetch('/icon-192.png')).blob()
        const data = new DataTransfer()
        data.items.add(new File([bytes], 'bars.png', { type: 'image/png' }))
        const options = { bubbles: true, cancelable: true }
        element.dispatchEvent(
          kind === 'paste'
            ? new ClipboardEvent('paste', { ...options, clipboardData: data })
            : new DragEvent('drop', { ...options, dataTransfer: data }),
        )
      }, how)
    },

    /** The state of each picture in stored drafts. */
    keptPictures: (): Promise<string[]> =>
      page.evaluate(
        () =>
          new Promise<string[]>((resolve, reject) => {
            const opening = indexedDB.open('wavelength-drafts')
            opening.onerror = () => reject(opening.error ?? new Error('no database'))
            opening.onsuccess = () => {
              const reading = opening.result.transaction('pictures').objectStore('pictures').getAll()
              reading.onerror = () => reject(reading.error ?? new Error('no answer'))
              reading.onsuccess = () => {
                opening.result.close()
                resolve(reading.result.flatMap(({ pictures }: { pictures: { alt: string }[] }) => pictures.map(({ alt }) => alt)))
              }
            }
          }),
      ),

    async undo(): Promise<void> {
      await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
    },

    /** The scroll position of the page, and the position of that card on the screen. */
    async placeOf(card: Locator): Promise<{ scrolled: number; top: number }> {
      const scrolled = await page.evaluate(() => window.scrollY)
      const box = await card.boundingBox()
      return { scrolled, top: box?.y ?? Number.NaN }
    },
  }
}
