import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { setNoticeView } from '#web/platform/notices.ts'
import { PasteButton } from './PasteButton.tsx'

afterEach(() => void vi.unstubAllGlobals())

function press(clipboard: object | undefined) {
  vi.stubGlobal('navigator', { clipboard })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const pasted: unknown[] = []
  const notices: string[] = []
  const removeView = setNoticeView(({ message }) => void notices.push(message))
  renderInApp(<PasteButton onPaste={(text) => void pasted.push(text)} />)
  screen.getByRole('button', { name: 'Paste' }).click()
  return { pasted, notices, removeView }
}

test("pastes the clipboard's content with one click", async () => {
  const item = { types: ['text/plain'], getType: async () => ({ text: async () => 'https://youtu.be/YE7VzlLtp-4' }) }
  const { pasted, notices, removeView } = press({ read: async () => [item] })
  await expect.poll(() => pasted).toEqual([{ text: 'https://youtu.be/YE7VzlLtp-4', pictures: [] }])
  expect(notices).toEqual([])
  removeView()
})

test('shows a hint and pastes nothing when the clipboard can’t be read', async () => {
  const { pasted, notices, removeView } = press(undefined)
  await expect.poll(() => notices).toEqual(['We can’t read your clipboard here. Paste into the field instead.'])
  expect(pasted).toEqual([])
  removeView()
})
