import { describe, expect, test } from 'vitest'
import { linkAtSecond, linkSecond, timedParts } from './link-position.ts'

const VIDEO = 'https://www.youtube.com/watch?v=YE7VzlLtp-4'

describe('the second of a link', () => {
  test.each([
    ['&t=83', 83],
    ['&t=83s', 83],
    ['&t=1m23s', 83],
    ['&t=1h2m3s', 3_723],
    ['&start=83', 83],
    ['#t=83', 83],
    ['', null],
    ['&t=0', null],
    ['&t=-5', null],
    ['&t=soon', null],
    ['&t=999999', null],
  ])('%s', (suffix, second) => {
    expect(linkSecond(VIDEO + suffix)).toBe(second)
  })

  test('is null for text that is not a URL', () => {
    expect(linkSecond('1:23')).toBe(null)
  })

  test('replaces an existing position, and 0 removes it', () => {
    expect(linkAtSecond(`${VIDEO}&t=5#t=6`, 83.9)).toBe(`${VIDEO}&t=83`)
    expect(linkAtSecond(`${VIDEO}&t=5`, 0)).toBe(VIDEO)
    expect(linkAtSecond('https://open.spotify.com/track/3n3Ppam7vgaVa1iaRUc9Lp', 83)).toBe(
      'https://open.spotify.com/track/3n3Ppam7vgaVa1iaRUc9Lp?t=83',
    )
  })
})

describe('times in a text', () => {
  const timesOf = (text: string) => timedParts(text).flatMap((part) => (part.kind === 'second' ? [part.second] : []))

  test.each([
    ['The harp at 1:23!', [83]],
    ['1:23 and 1:02:07, then 75:10', [83, 3_727, 4_510]],
    ['(0:05)', [5]],
    ['score 3:1, ratio 16:9, v1:23:45:67, 1:99, 12:34.5', []],
    ['no times', []],
    ['', []],
  ])('%s', (text, seconds) => {
    expect(timesOf(text)).toEqual(seconds)
    expect(
      timedParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  })
})
