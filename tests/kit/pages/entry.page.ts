import { expect } from '@playwright/test'
import type { Visitor } from '../visitor.ts'

export type NewPerson = { email: string; password: string; userName: string; name: string; birthYear: number; picks: readonly string[] }

/** Landing page, sign-up, login and account setup, as actions of a user. */
export const entryPage = ({ page }: Pick<Visitor, 'page'>) => ({
  async signUp({ email, password }: NewPerson): Promise<void> {
    await page.getByRole('link', { name: 'Sign up' }).first().click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
  },

  async logIn({ email, password }: { email: string; password: string }): Promise<void> {
    await page.goto('/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page).not.toHaveURL(/\/login/)
  },

  /** Fills the username and waits for the server's answer. */
  async tryUserName(userName: string, answer: string | RegExp): Promise<void> {
    await page.getByLabel('Username').fill(userName)
    await expect(page.getByText(answer)).toBeVisible()
  },

  async setUpAccount(person: NewPerson, { picture }: { picture?: string } = {}): Promise<void> {
    await this.tryUserName(person.userName, `@${person.userName} is available.`)
    await page.getByLabel('Name', { exact: true }).fill(person.name)
    if (picture) {
      await page.locator('input[type=file]').setInputFiles(picture)
      await page.getByRole('dialog').getByRole('button', { name: 'Use this part' }).click()
      await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible()
    }
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Year of birth').fill(String(person.birthYear))
    await page.getByRole('button', { name: 'Continue' }).click()
    for (const pick of person.picks) {
      await page.getByLabel('Search artists and channels').fill(pick)
      await page.getByRole('button', { name: pick, exact: true }).first().click()
    }
    await page.getByRole('button', { name: 'Finish' }).click()
    await expect(page.getByRole('heading', { name: new RegExp(person.name) })).toBeVisible()
  },
})
