import { act, renderHook } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { setNoticeView, type Notice } from '#web/platform/notices.ts'
import { useAttachedLink } from './use-attached-link.ts'

const video = 'https://youtu.be/dQw4w9WgXcQ'

function composer(draft = '') {
  const { result } = renderHook(() => {
    const [text, setText] = useState(draft)
    return { text, setText, ...useAttachedLink({ text, setText }) }
  })
  const state = () => [result.current.text, result.current.shown, result.current.link?.id ?? null]
  return { result, state, run: (change: () => void) => act(change) }
}

test('a pasted link is attached, and the field has the remaining text', () => {
  const { result, state, run } = composer()
  run(() => result.current.type('The bass line '))
  run(() => expect(result.current.attachPasted(` ${video} `)).toBe(true))
  expect(state()).toEqual([`The bass line  ${video}`, 'The bass line ', 'dQw4w9WgXcQ'])
  run(() => result.current.type('Wait for it'))
  expect(state()).toEqual([`Wait for it ${video}`, 'Wait for it', 'dQw4w9WgXcQ'])
  run(() => result.current.type(''))
  expect(state()).toEqual([video, '', 'dQw4w9WgXcQ'])
})

test('a typed link and pasted text with other words stay in the field', () => {
  const { result, state, run } = composer()
  run(() => result.current.type(video))
  expect(state()).toEqual([video, video, null])
  run(() => expect(result.current.attachPasted(`Look ${video}`)).toBe(false))
  run(() => expect(result.current.attachPasted('https://example.org/')).toBe(false))
})

test('a restored draft has its link attached; another choice replaces it', () => {
  const { result, state, run } = composer(`Listen ${video}`)
  expect(state()).toEqual([`Listen ${video}`, 'Listen', 'dQw4w9WgXcQ'])
  run(() => result.current.attach(result.current.shown, `https://open.spotify.com/track/${'a'.repeat(22)}`))
  expect(state().slice(1)).toEqual(['Listen', 'a'.repeat(22)])
  run(() => expect(result.current.attachPasted(video)).toBe(false))
})

test('the notice’s action restores the removed link beside text typed in the meantime', () => {
  const notices: Notice[] = []
  const stop = setNoticeView((notice) => void notices.push(notice))
  const { result, state, run } = composer(`Listen ${video}`)
  run(() => result.current.remove())
  expect(state()).toEqual(['Listen', 'Listen', null])
  run(() => result.current.type('Listen now'))
  expect(notices.map(({ message, timeoutMs }) => [message, timeoutMs])).toEqual([['Link removed', 6_000]])
  run(() => notices[0]?.action?.run())
  expect(state()).toEqual([`Listen now ${video}`, 'Listen now', 'dQw4w9WgXcQ'])
  stop()
})

test('sending clears both', () => {
  const { result, state, run } = composer(`Listen ${video}`)
  run(() => result.current.setText(''))
  expect(state()).toEqual(['', '', null])
})
