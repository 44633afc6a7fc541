import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linkedParts, readableAddress, safeHref } from './linked-text.ts'

const linksOf = (text: string) => linkedParts(text).flatMap((part) => (part.kind === 'link' ? [part.href] : []))

describe('links in a text', () => {
  it.each([
    ['see https://youtu.be/dQw4w9WgXcQ.', ['https://youtu.be/dQw4w9WgXcQ']],
    ['(https://example.org/a)', ['https://example.org/a']],
    ['https://en.wikipedia.org/wiki/Dub_(music)!', ['https://en.wikipedia.org/wiki/Dub_(music)']],
    ['HTTP://EXAMPLE.ORG and https://b.example?x=1&y=2', ['http://example.org/', 'https://b.example/?x=1&y=2']],
    ['no address here', []],
    ['javascript:alert(1) data:text/html,x ftp://example.org', []],
    ['https://me:secret@example.org/', []],
    ['https://', []],
  ])('%s', (text, links) => {
    expect(linksOf(text)).toEqual(links)
  })

  it('keep the text unchanged, and link only web addresses', () => {
    const piece = fc.constantFrom(
      'https://a.example/x',
      'http://',
      'javascript:',
      ' ',
      '\n',
      ')',
      '(',
      '.',
      'שלום',
      '<b>',
      '"',
      'https://u:p@x.y',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string())), (pieces) => {
        const text = pieces.join('')
        const parts = linkedParts(text)
        expect(parts.map((part) => part.text).join('')).toBe(text)
        expect(linksOf(text).filter((href) => !/^https?:$/.test(new URL(href).protocol))).toEqual([])
      }),
    )
  })

  it('are found in linear time', () => {
    const startedAt = performance.now()
    linkedParts(`https://a.example/${'('.repeat(2_000)}${').'.repeat(20_000)}`)
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })
})

it.each([
  ['https://www.youtube.com/@veritasium/', 'youtube.com/@veritasium'],
  ['https://open.spotify.com/track/1', 'open.spotify.com/track/1'],
])('%s reads as %s', (href, words) => {
  expect(readableAddress(href)).toBe(words)
})

it('rejects an invalid address', () => {
  expect([safeHref('nothing'), safeHref('mailto:a@b.c')]).toEqual([null, null])
})
