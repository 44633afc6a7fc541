import { expect, test } from 'vitest'
import { emojiGroups, findEmoji } from './EmojiPicker.tsx'

test('the server accepts every emoji as a reaction', () => {
  const foreign = emojiGroups.flatMap(({ emoji }) => emoji).filter(({ emoji }) => !/^\p{RGI_Emoji}$/v.test(emoji) || emoji.length > 40)
  expect([emojiGroups.length, foreign]).toEqual([9, []])
})

test('emoji are found by any words of their names, best matches first', () => {
  expect(findEmoji('heart red').map(({ emoji }) => emoji)).toContain('❤️')
  expect(findEmoji('guitar')[0]?.emoji).toBe('🎸')
  expect(findEmoji('no such emoji')).toEqual([])
})
