import { beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { keepDraft, recallDraft, stateOfDraft } from './composer.draft.ts'

let kept: Map<string, string>

beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  })
})

describe('the draft of a moment', () => {
  it('comes back as it was, line breaks and audience included', () => {
    keepDraft('u1', { text: 'one\n\ntwo\n', audience: 'buddies' })
    expect(recallDraft('u1')).toEqual({ text: 'one\n\ntwo\n', audience: 'buddies' })
  })

  it('belongs to one person', () => {
    keepDraft('u1', { text: 'mine', audience: 'everyone' })
    expect(recallDraft('u2')).toEqual({ text: '', audience: 'everyone' })
  })

  it('leaves nothing behind when there is nothing to keep, and the audience when that was chosen', () => {
    keepDraft('u1', { text: '', audience: 'everyone' })
    expect(kept.size).toBe(0)
    keepDraft('u1', { text: '', audience: 'only_me' })
    expect(recallDraft('u1')).toEqual({ text: '', audience: 'only_me' })
  })

  it('with an audience that does not exist goes to everyone', () => {
    kept.set('wl.moment-draft.u1', 'nobody\nwords')
    expect(recallDraft('u1')).toEqual({ text: 'words', audience: 'everyone' })
  })
})

describe('what can be posted', () => {
  const { max } = limits.moment
  it.each([
    ['nothing', '', false],
    ['blanks', ' \n\t ', false],
    ['a word', ' hi ', true],
    ['the longest text', 'a'.repeat(max), true],
    ['the longest text with blanks around it', ` ${'a'.repeat(max)} `, true],
    ['one character more', 'a'.repeat(max + 1), false],
  ])('%s', (_, text, can) => {
    expect(stateOfDraft(text).canPost).toBe(can)
  })

  it('pictures need no words, and allow no more of them', () => {
    expect([stateOfDraft('', true).canPost, stateOfDraft('a'.repeat(max + 1), true).canPost]).toEqual([true, false])
  })

  it('how much room is left is told near the end only', () => {
    expect([
      stateOfDraft('a'.repeat(max - 201)).isNearEnd,
      stateOfDraft('a'.repeat(max - 200)),
      stateOfDraft('a'.repeat(max + 3)).left,
    ]).toEqual([false, { left: 200, isNearEnd: true, canPost: true }, -3])
  })
})
