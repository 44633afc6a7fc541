import { expect } from '@playwright/test'
import type { Visitor } from '../visitor.ts'

export type BroughtFile = { name: string; content: Buffer | string }

/** The import card of `/social_connect`. */
export const importsPage = ({ page }: Visitor) => {
  const card = page.getByRole('region', { name: 'Import a file' })
  const list = card.getByRole('list', { name: 'Your imports' })
  const toInputFile = ({ name, content }: BroughtFile) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })
  return {
    card,
    /** The result of a finished file, the newest one of that name. */
    result: (name: string) => list.getByRole('listitem').filter({ hasText: name }).first(),

    /** Chooses a file with the button. */
    async choose(file: BroughtFile): Promise<void> {
      const chooser = page.waitForEvent('filechooser')
      await card.getByRole('button', { name: 'Choose a file' }).click()
      await (await chooser).setFiles(toInputFile(file))
    },

    async drop({ name, content }: BroughtFile): Promise<void> {
      const bytes = [...Buffer.from(content)]
      const transfer = await page.evaluateHandle(
        ({ bytes: numbers, name: fileName }) => {
          const data = new DataTransfer()
          data.items.add(new File([new Uint8Array(numbers)], fileName))
          return data
        },
        { bytes, name },
      )
      const zone = card.locator('.wl-import-drop')
      await zone.dispatchEvent('dragover', { dataTransfer: transfer })
      await zone.dispatchEvent('drop', { dataTransfer: transfer })
    },

    /** Uploads a file and waits until it has been read or rejected. */
    async bring(file: BroughtFile, words: string | RegExp): Promise<void> {
      await this.choose(file)
      await expect(this.result(file.name).getByText(words).first()).toBeVisible({ timeout: 30_000 })
    },
  }
}
