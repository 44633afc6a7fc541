import { expect } from '@playwright/test'
import type { Visitor } from '../visitor.ts'

/** Finding people, asking them, answering them. */
export const peoplePage = ({ page }: Visitor) => ({
  /** The card of one person on /find_buddies. */
  card: (name: string) => page.getByRole('article', { name }),

  async findBuddies(): Promise<void> {
    await page.goto('/find_buddies')
    await expect(page.getByRole('article').first()).toBeVisible()
  },

  /** Asks the person with that card, with a note. */
  async connect(name: string, note: string): Promise<void> {
    await this.card(name).getByRole('button', { name: /^Connect/ }).click()
    await page.getByRole('dialog').getByRole('textbox').fill(note)
    await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  },

  waitingRequests: () => page.getByRole('button', { name: /notifications|requests/i }),
})
