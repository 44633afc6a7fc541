import { expect, test } from 'vitest'
import type { UploadedPicture } from '#contract/uploads.ts'
import { copiedText, copyPictures, forwardedDraft } from './forward.ts'

const target = { to: 'ben', chatId: null }
const picture = { id: 'p1', url: '/files/p1.webp', small_url: '/files/p1.webp', alt: 'A cover' } as UploadedPicture

test('a forwarded message keeps its text, item and moment, and leaves references to its own conversation', () => {
  const row = {
    type: 'spotify track' as const,
    content: 'this one',
    referenceItem: ['4uLU6hMCjMI75M1A2tKUQC', 'moment:m1', 'message:m2', 'together:t1', 'queue:q1', 'play:i1', 'at:1'],
    pictures: [],
    voice: null,
  }
  expect(forwardedDraft(row, [], target)).toEqual({
    ...target,
    type: 'spotify track',
    content: 'this one',
    referenceItem: ['4uLU6hMCjMI75M1A2tKUQC', 'moment:m1', 'at:1', 'forwarded:yes'],
    pictures: [],
  })
})

test('pictures are copied with their descriptions, since each belongs to one message', async () => {
  const stored = { ...picture, id: 'p2', url: '/files/p2.webp', alt: '' }
  const copies = await copyPictures(
    [picture],
    async () => new Blob(['x']),
    async () => stored,
  )
  expect(copies).toEqual([{ ...stored, alt: 'A cover' }])
  expect(
    await copyPictures(
      [picture],
      () => Promise.reject(new Error('offline')),
      async () => stored,
    ),
  ).toBeNull()
  expect(
    await copyPictures(
      [picture],
      async () => new Blob(['x']),
      async () => false,
    ),
  ).toBeNull()
})

test('one copied message is its text; several name their authors', () => {
  expect(copiedText([{ who: 'You', text: 'hi' }])).toBe('hi')
  expect(
    copiedText([
      { who: 'You', text: 'hi' },
      { who: 'Ben', text: 'hello' },
    ]),
  ).toBe('You: hi\nBen: hello')
})
