import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { appLanguages } from '#contract/languages/languages.ts'
import { i18n } from '#web/platform/i18n.ts'
import { previewText } from './chat.messages.ts'

const video = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
const text = (content: string, name: string | null = null) => previewText(i18n, { type: 'text', content }, name)

test('a preview has the name of a link, or its platform and kind, instead of the address', () => {
  expect(previewText(i18n, { type: 'link', content: video })).toBe('YouTube · video')
  expect(previewText(i18n, { type: 'link', content: video }, 'Tezeta live')).toBe('Tezeta live')
  expect(text(`Listen: ${video}`, 'Tezeta live')).toBe('Listen: Tezeta live')
  expect(text(`Listen: ${video}`)).toBe('Listen: YouTube · video')
})

test('a preview shows the host of other addresses, and other text unchanged', () => {
  expect(text('see https://example.org/a/very/long?path=1, please')).toBe('see example.org, please')
  expect(text('no address here')).toBe('no address here')
})

test('an item with a comment keeps the comment; without one it has its name', () => {
  expect(previewText(i18n, { type: 'youtube video', content: 'so good' }, 'Tezeta live')).toBe('Video: so good')
  const track = 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC'
  expect(previewText(i18n, { type: 'spotify track', content: track }, 'Tezeta')).toBe('Tezeta')
  expect(previewText(i18n, { type: 'spotify track', content: track })).toBe('Track on Spotify')
})

test.each(appLanguages)('the dialog before a deletion quotes the text that replaces a message: %s', (language) => {
  const catalog = readFileSync(`web/locales/${language}/messages.po`, 'utf8')
  const messageOf = (id: string) => catalog.split(`msgid "${id}"\nmsgstr "`)[1]?.split('"\n')[0] ?? ''
  const deleted = messageOf('chat.deleted')
  expect(deleted).not.toBe('')
  for (const dialog of ['chat.delete.what', 'group.delete.what']) expect(messageOf(dialog)).toContain(deleted)
})
