import { expect } from '@playwright/test'
import type { Visitor } from '../visitor.ts'

/** The dev inbox: the emails of a server without a mail server. */
export const inboxPage = ({ page }: Visitor) => ({
  /** The link in the latest email with this subject to the address. Waits for the email. */
  async linkTo(email: string, subject: string): Promise<string> {
    const mail = page
      .getByRole('link')
      .filter({ hasText: subject })
      .filter({ hasText: `to ${email}` })
      .first()
    await expect(async () => {
      await page.goto('/__mail')
      await expect(mail).toBeVisible({ timeout: 500 })
    }).toPass()
    await mail.click()
    return page.getByRole('link', { name: /\/login\?mode=/ }).innerText()
  },
})
