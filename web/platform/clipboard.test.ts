import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pastedFrom, readClipboard } from './clipboard.ts'

const picture = new File(['p'], 'shot.png', { type: 'image/png' })
/** One clipboard item with these representations. */
const item = (forms: Record<string, string>) => ({
  types: Object.keys(forms),
  getType: async (type: string) => new Blob([forms[type] ?? ''], { type }),
})
// Only what `readClipboard` uses of an item.
const clipboardOf = (...items: ReturnType<typeof item>[]) => ({ read: async () => items as unknown as ClipboardItems })

let logged: string[]
beforeEach(() => {
  logged = []
  vi.spyOn(console, 'warn').mockImplementation((...line) => void logged.push(JSON.stringify(line)))
})
afterEach(() => void vi.restoreAllMocks())

describe('the clipboard', () => {
  it('returns its text', async () => {
    expect(await readClipboard(clipboardOf(item({ 'text/html': '<b>x</b>', 'text/plain': 'https://youtu.be/x' })))).toEqual({
      text: 'https://youtu.be/x',
      pictures: [],
    })
  })

  it('returns its pictures', async () => {
    const pasted = await readClipboard(clipboardOf(item({ 'image/png': 'p', 'text/html': '<img>' })))
    expect([pasted?.text, pasted?.pictures.map(({ type, size }) => `${type} ${size}`)]).toEqual(['', ['image/png 1']])
  })

  it.each([
    ['was not allowed', { read: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }, 'NotAllowedError'],
    ['is not there at all', undefined, 'Error'],
  ])('returns null and logs the reason when it %s', async (_, clipboard, why) => {
    vi.stubGlobal('navigator', { clipboard: undefined })
    expect(await readClipboard(clipboard)).toBeNull()
    expect(logged.some((line) => line.includes(why))).toBe(true)
    vi.unstubAllGlobals()
  })
})

describe('a paste event', () => {
  const dataTransfer = (files: File[], text: string) => ({
    files: Object.assign(files, { item: () => null }) as unknown as FileList,
    getData: () => text,
  })

  it('returns the text, or else the pictures, and ignores other files', () => {
    expect(pastedFrom(dataTransfer([], 'hello'))).toEqual({ text: 'hello', pictures: [] })
    expect(pastedFrom(dataTransfer([picture, new File(['x'], 'a.pdf', { type: 'application/pdf' })], 'file:///shot.png'))).toEqual({
      text: '',
      pictures: [picture],
    })
    expect(pastedFrom(null)).toEqual({ text: '', pictures: [] })
  })
})
