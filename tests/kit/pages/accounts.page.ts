import { expect } from '@playwright/test'
import type { Visitor } from '../visitor.ts'

type SourceTitle = 'Spotify' | 'YouTube' | 'ListenBrainz' | 'Last.fm'

/** Actions on `/social_connect` and on a provider's login page. */
export const accountsPage = ({ page }: Visitor) => ({
  card: (title: SourceTitle) => page.getByRole('region', { name: title }),

  /** Connects an account of the fake service as `login`; once everything is read, the new matches open with the counts. */
  async connect(title: SourceTitle, login: string): Promise<void> {
    const card = this.card(title)
    await card.getByRole('button', { name: `Connect ${title}` }).click()
    await page.getByLabel('Username', { exact: true }).fill(login)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('button', { name: 'Agree' }).click()
    await expect(page).toHaveURL(/\/find_buddies$/, { timeout: 30_000 })
    await expect(page.getByText(new RegExp(`^${title} is in: [1-9]`))).toBeVisible()
  },

  async expectConnected(title: SourceTitle): Promise<void> {
    await expect(this.card(title).getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 })
  },
})
