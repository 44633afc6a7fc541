import { describe, expect, it } from 'vitest'
import { ownPath } from './return-path.ts'

describe('where a link leads', () => {
  it.each(['/', '/chat/1?with=mira&a=b', '/find_buddies#top', '/account-setup'])('%s is a page of ours', (path) => {
    expect(ownPath(path)).toBe(path)
  })

  it.each([null, '', 'chat', 'https://evil.test/', '//evil.test', '/\\evil.test', '/\t/evil.test', '/.//evil.test', 'javascript:alert(1)'])(
    '%j is none',
    (text) => {
      expect(ownPath(text)).toBeNull()
    },
  )
})
