import { expect } from '@playwright/test'
import type { Visitor } from '../visitor.ts'

/** The notifications page and its settings. */
export const notificationsPage = ({ page }: Visitor) => ({
  async open(): Promise<void> {
    await page.goto('/notifications')
    await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible()
    await expect(page.getByText('Loading notifications')).toHaveCount(0)
  },

  /** Entries whose sentence matches. */
  entry: (sentence: RegExp) => page.locator('main').getByRole('listitem').filter({ hasText: sentence }),

  unread: () => page.locator('main').getByRole('listitem').getByText('unread', { exact: true }),

  async markAllRead(): Promise<void> {
    const button = page.getByRole('button', { name: 'Mark all as read' })
    if (await button.isVisible()) await button.click()
  },

  /** The number on the bell. */
  async count(): Promise<number> {
    // Read in one evaluation: between two, the label may disappear, and the second would wait for it.
    const [label = '0'] = await page
      .getByRole('button', { name: /^Notifications/ })
      .getByText(/^\d+ new$/)
      .allTextContents()
    return Number.parseInt(label, 10)
  },

  async choose(kind: string, channel: string, isOn: boolean): Promise<void> {
    await page.goto('/settings')
    const saved = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/settings/notifications'),
    )
    await page.getByRole('checkbox', { name: `${kind}: ${channel}`, exact: true }).setChecked(isOn)
    await saved
  },
})
