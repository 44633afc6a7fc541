import { expect } from '@playwright/test'
import type { Visitor } from '../visitor.ts'

/** A conversation. */
export const chatPage = ({ page }: Visitor) => {
  const composer = page.getByRole('textbox', { name: /^Message to/ })
  /** Every message of the open conversation as a reader hears it ("You: hi"), oldest first. */
  const messages = () =>
    page.locator('.wl-message').evaluateAll((rows) =>
      rows.map((row) => {
        const who = row.querySelector('.wl-hidden')?.textContent ?? ''
        const text = row.querySelector('.wl-message-text')?.textContent ?? row.querySelector('a')?.getAttribute('href') ?? ''
        return `${who}${text}`
      }),
    )
  return {
    composer,
    messages,

    async write(text: string): Promise<void> {
      await composer.fill(text)
      await composer.press('Enter')
      await expect(composer).toHaveValue('')
    },

    /** Waits until the conversation holds exactly these messages, once each and in this order. */
    async expectMessages(expected: readonly string[]): Promise<void> {
      await expect.poll(messages, { timeout: 30_000 }).toEqual(expected)
    },

    /** Nothing of one's own waits to be sent any more. */
    async expectAllSent(): Promise<void> {
      await expect(page.locator('.wl-message[data-delivery="pending"]')).toHaveCount(0, { timeout: 30_000 })
    },
  }
}
