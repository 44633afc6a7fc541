import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import type { Visitor } from '../visitor.ts'

/** A conversation and the list beside it. */
export const chatPage = ({ page }: Visitor) => {
  const composer = page.getByRole('textbox', { name: /^Message to/ })
  /** Every message of the open conversation as a screen reader announces it ("You: hi"), oldest first. */
  const messages = () =>
    page.locator('.wl-message').evaluateAll((rows) =>
      rows.map((row) => {
        const who = row.querySelector('.wl-hidden')?.textContent ?? ''
        const text = row.querySelector('.wl-message-text')?.textContent ?? row.querySelector('a')?.getAttribute('href') ?? ''
        return `${who}${text}`
      }),
    )
  const message = (text: string | RegExp) => page.locator('.wl-message').filter({ hasText: text }).last()
  /** Opens the menu of one message and picks from it. */
  const pick = async (text: string, act: string) => {
    await message(text).hover()
    await message(text).getByRole('button', { name: 'More about this message' }).click()
    await page.getByRole('menuitem', { name: act }).click()
  }
  return {
    composer,
    messages,
    message,

    /** Sends this text. After the first message to a stranger the composer disappears, sometimes before a test sees it empty. */
    async write(text: string): Promise<void> {
      await composer.fill(text)
      await composer.press('Enter')
      const unsent = () => composer.evaluateAll((fields: HTMLTextAreaElement[]) => fields.map(({ value }) => value).join(''))
      await expect.poll(unsent).toBe('')
    },

    async openLine(name: string): Promise<void> {
      await page
        .getByRole('navigation', { name: 'Conversations' })
        .getByRole('link', { name: new RegExp(name) })
        .click()
      await expect(page.getByRole('heading', { name })).toBeVisible()
    },

    async openTab(name: 'Chats' | 'Requests' | 'Archived'): Promise<void> {
      await page
        .getByRole('group', { name: 'Conversations to show' })
        .getByRole('button', { name: new RegExp(`^${name}`) })
        .click()
    },

    async reply(text: string, answer: string): Promise<void> {
      await message(text).hover()
      await message(text).getByRole('button', { name: 'Reply' }).click()
      await expect(composer).toBeFocused()
      await this.write(answer)
    },

    async react(text: string, emoji: string): Promise<void> {
      await message(text).hover()
      await message(text)
        .getByRole('button', { name: `React with ${emoji}` })
        .click()
    },

    async edit(text: string, next: string): Promise<void> {
      await pick(text, 'Edit')
      const field = page.getByRole('textbox', { name: 'Edit your message' })
      await expect(field).toHaveValue(text)
      await field.fill(next)
      await field.press('Enter')
    },

    async remove(text: string): Promise<void> {
      await pick(text, 'Delete for everyone')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for everyone' }).click()
    },

    async attach(path: string, words: string): Promise<void> {
      await page.getByTestId('pictures').setInputFiles(path)
      await page.getByRole('textbox', { name: 'Description of picture 1' }).fill(words)
    },

    /** Pastes a picture into the composer, as from the clipboard. */
    async paste(path: string): Promise<void> {
      await composer.evaluate(
        (field, base64) => {
          const clipboardData = new DataTransfer()
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
          clipboardData.items.add(new File([bytes], 'pasted.png', { type: 'image/png' }))
          field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
        },
        await readFile(path, 'base64'),
      )
    },

    /** Drops a picture on the conversation, as from a folder. */
    async drop(path: string): Promise<void> {
      await page.locator('.wl-chat-room').evaluate(
        (room, base64) => {
          const dataTransfer = new DataTransfer()
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
          dataTransfer.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }))
          for (const name of ['dragover', 'drop'])
            room.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }))
        },
        await readFile(path, 'base64'),
      )
    },

    /** Opens the menu of the open conversation and picks from it. */
    async chooseMenuItem(name: string, act: string): Promise<void> {
      // A menu that is still closing would take the click.
      await expect(page.getByRole('menu')).toHaveCount(0)
      await page.getByRole('button', { name: `More about the conversation with ${name}` }).click()
      await page.getByRole('menuitem', { name: act, exact: true }).click()
    },

    /** Waits until the conversation holds exactly these messages, once each and in this order. */
    async expectMessages(expected: readonly string[]): Promise<void> {
      await expect.poll(messages, { timeout: 30_000 }).toEqual(expected)
    },

    /** No own message is waiting to be sent. */
    async expectAllSent(): Promise<void> {
      await expect(page.locator('.wl-message[data-delivery="pending"]')).toHaveCount(0, { timeout: 30_000 })
    },
  }
}

/** The socket frames that a page has sent, by event. Start it before the page opens. */
export function sentFrames({ page }: Visitor): { of: (event: string) => unknown[] } {
  const sent: { event: string; data: unknown }[] = []
  page.on('websocket', (socket) =>
    // Only our own client writes to this socket, and only frames.
    socket.on('framesent', ({ payload }) => void sent.push(JSON.parse(String(payload)) as { event: string; data: unknown })),
  )
  return { of: (event) => sent.filter((frame) => frame.event === event).map(({ data }) => data) }
}
