import { expect } from '@playwright/test'
import type { Visitor } from '../visitor.ts'

type SourceTitle = 'Spotify' | 'YouTube' | 'ListenBrainz' | 'Last.fm'

/** `/social_connect` and the way through a provider's login page and back. */
export const accountsPage = ({ page }: Visitor) => ({
  card: (title: SourceTitle) => page.getByRole('region', { name: title }),

  /** Connects an account at the fake service under `login` and waits until everything was read. */
  async connect(title: SourceTitle, login: string): Promise<void> {
    const card = this.card(title)
    await card.getByRole('button', { name: `Connect ${title}` }).click()
    await page.getByLabel('Username', { exact: true }).fill(login)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('button', { name: 'Agree' }).click()
    await expect(page).toHaveURL(/\/social_connect$/)
  },

  /** Items arrive while the page is open, without a reload. */
  async expectProgress(title: SourceTitle): Promise<void> {
    await expect(this.card(title).getByRole('progressbar')).toBeVisible()
    await expect(this.card(title).getByText(/Reading \w+, [1-9]\d*/)).toBeVisible()
  },

  async expectConnected(title: SourceTitle): Promise<void> {
    await expect(this.card(title).getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 })
  },
})
