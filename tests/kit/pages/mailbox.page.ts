import { expect } from '@playwright/test'
import type { Visitor } from '../visitor.ts'

/** The page that shows the mails of an installation without a mail server. */
export const mailboxPage = ({ page }: Visitor) => ({
  /** The link in the latest mail with such a subject to that address. Waits until the mail is there. */
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
