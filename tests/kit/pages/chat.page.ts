import { expect } from '@playwright/test'
import type { Visitor } from '../visitor.ts'

/** A conversation. */
export const chatPage = ({ page }: Visitor) => ({
  composer: page.getByRole('textbox', { name: /^Message/ }),
  log: page.getByRole('log'),

  async write(text: string): Promise<void> {
    await this.composer.fill(text)
    await this.composer.press('Enter')
    await expect(this.composer).toHaveValue('')
  },

  /** Every message of the conversation as it stands on the page, oldest first. */
  messages: () => page.locator('[data-message]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-message') ?? '')),

  async expectMessages(expected: readonly string[]): Promise<void> {
    await expect.poll(() => this.messages(), { timeout: 30_000 }).toEqual(expected)
  },
})
