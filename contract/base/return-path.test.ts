import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { returnPath } from './return-path.ts'

const ORIGIN = 'https://wavelength.example'

describe('returnPath', () => {
  it.each([
    '/',
    '/chat/1?with=mira&a=b',
    '/find_buddies#top',
    '/account-setup',
    '/login?mode=custom-token#c0de',
    '/search?q=https://a.example//b',
    `/search?q=${'%F0%9F%8E%B5'.repeat(64)}`,
  ])('accepts %j unchanged', (path) => {
    expect(returnPath(path)).toBe(path)
  })

  it.each([
    ['/chat/../moments', '/moments'],
    ['/search?q=ünï', '/search?q=%C3%BCn%C3%AF'],
    ['/profile/mira@wavelength.example', '/profile/mira@wavelength.example'],
  ])('normalizes %j to %j', (path, normalized) => {
    expect(returnPath(path)).toBe(normalized)
  })

  const attacks: unknown[] = [
    null,
    undefined,
    7,
    {},
    ['/chat'],
    '',
    'chat',
    '?a',
    '#a',
    './chat',
    'https://evil.io',
    'HTTPS:/evil.io',
    'https:evil.io',
    'javascript:alert(1)',
    '/javascript:\nalert(1)',
    'data:text/html,x',
    '//evil.io',
    '///evil.io',
    '////evil.io',
    '//evil.io@wavelength.example/',
    '//user:password@evil.io/',
    '//wavelength.example',
    '/\\evil.io',
    '/\\/evil.io',
    '/\\\\evil.io',
    '\\\\evil.io',
    '\\/evil.io',
    '/chat\\..\\..\\evil.io',
    '/a?b\\c',
    '/.//evil.io',
    '/./\\evil.io',
    '/..//evil.io',
    '/a/..//evil.io',
    '/a/b/../..//evil.io',
    '/chat//evil.io',
    '/chat/..//..//evil.io',
    '/\t/evil.io',
    '/\n/evil.io',
    '/\r\n/evil.io',
    '\t//evil.io',
    ' //evil.io',
    '/a\nb',
    '/a b',
    '/\u0000/evil.io',
    '/\u0085a',
    '/\u2028/evil.io',
    '/\ufeff/evil.io',
    '/%2Fevil.io',
    '/%2f%2fevil.io',
    '/%5Cevil.io',
    '/%5c%5cevil.io',
    '/%09/evil.io',
    '/a%0d%0ab',
    '/%2e//evil.io',
    '/%2E%2E//evil.io',
    '/%2e%2e%2fevil.io',
    '/%00',
    '/%252F%252Fevil.io',
    '/%25255cevil.io',
    `/${'a'.repeat(100_000)}`,
    `/${'%2e%2e/'.repeat(10_000)}/evil.io`,
    `/a?${'b'.repeat(2_000)}`,
    '/\ud800',
  ]

  it.each(attacks)('rejects %j', (value) => {
    expect(returnPath(value)).toBeNull()
  })

  it('never leaves the origin, even after the result is parsed, decoded or checked again', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '//',
      '%2f',
      '%5C',
      '%2e',
      '%25',
      '%09',
      '\t',
      '\n',
      ' ',
      '@',
      ':',
      'evil.io',
      'a',
      '?',
      '#',
      'javascript:',
      '\u200b',
      '\u3002',
      '\uff0f',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece, { maxLength: 12 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, (tail) => {
        const path = returnPath(`/${tail}`)
        if (path === null) return
        expect(new URL(path, ORIGIN).origin).toBe(ORIGIN)
        expect(new URL(path, `${ORIGIN}/deep/page`).href).toBe(ORIGIN + path)
        expect(returnPath(path)).toBe(path)
        const { pathname } = new URL(path, ORIGIN)
        expect(pathname.startsWith('//')).toBe(false)
        expect(new URL(decoded(pathname), ORIGIN).origin).toBe(ORIGIN)
      }),
      { numRuns: 5_000 },
    )
  })
})

/** The path as a careless router could decode it. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
