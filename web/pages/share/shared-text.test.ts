import { describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { sharedText } from './shared-text.ts'

const link = 'https://youtu.be/dQw4w9WgXcQ'
const textOf = (parts: Record<string, string>) => sharedText(`?${new URLSearchParams(parts)}`)

describe('content shared by another app', () => {
  it.each([
    [{}, ''],
    [{ shared_url: link }, link],
    [{ shared_text: link }, link],
    [{ shared_title: 'A song', shared_text: `A song ${link}` }, `A song ${link}`],
    [{ shared_title: 'A song', shared_url: link }, `A song\n${link}`],
    [{ shared_title: link, shared_url: link }, link],
    [{ shared_text: ' play this ', shared_url: link }, `play this\n${link}`],
    [{ uid: 'x', shared_text: '  ' }, ''],
  ])('converts %j to %j', (parts, text) => {
    expect(textOf(parts)).toBe(text)
  })

  it('is limited to the maximum length of a post', () => {
    expect(textOf({ shared_text: 'x'.repeat(limits.moment.max + 10) })).toHaveLength(limits.moment.max)
  })
})
