import { expect } from '@playwright/test'
import type { Visitor } from '../visitor.ts'

/** Finding people, sending requests, and answering them. */
export const peoplePage = ({ page }: Visitor) => ({
  /** The card of one person on /find_buddies. */
  card: (name: string) => page.getByRole('article', { name }),

  /** Names on /find_buddies with the per cent beside them, best first. */
  ranking: () =>
    page.getByRole('article').evaluateAll((cards) =>
      cards.map((card) => ({
        name: card.querySelector('h2, h3')?.textContent ?? '',
        percent: Number(/(\d+)\s*%/.exec(card.textContent ?? '')?.[1]),
      })),
    ),

  /** Opens the ranking, and waits for all cards of its first page: the page shows a few first. */
  async findBuddies(): Promise<void> {
    await page.goto('/find_buddies')
    const list = page.getByRole('list').filter({ has: page.getByRole('article') })
    await expect(list.first()).toHaveAttribute('aria-busy', 'false', { timeout: 20_000 })
  },

  /** Scrolls down the ranking, which loads more automatically, until that person's card appears. */
  async reveal(name: string): Promise<void> {
    const cards = page.getByRole('article')
    await expect(async () => {
      await cards.last().scrollIntoViewIfNeeded()
      await expect(this.card(name)).toBeVisible({ timeout: 200 })
    }).toPass({ timeout: 30_000 })
  },

  /** Sends a request to the person of that card, with a note. */
  async ask(name: string, note: string): Promise<void> {
    await this.card(name)
      .getByRole('button', { name: `Connect with ${name}` })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill(note)
    await dialog.getByRole('button', { name: 'Send request' }).click()
    await expect(dialog).toBeHidden()
    await expect(this.card(name).getByRole('button', { name: /^Requested/ })).toBeVisible()
  },

  /** Opens that person's request from the bell. */
  async openRequestOf(name: string): Promise<void> {
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await page.getByRole('link', { name: new RegExp(`^${name} would like to connect`) }).click()
    await expect(page).toHaveURL(/\/view-connection\//)
  },
})
