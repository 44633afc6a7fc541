import { beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { saveDraft, loadDraft, draftState } from './composer.draft.ts'

let storage: Map<string, string>

beforeEach(() => {
  storage = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => void storage.set(name, value),
    removeItem: (name: string) => void storage.delete(name),
  })
})

describe('the draft of a moment', () => {
  it('is restored with line breaks and audience', () => {
    saveDraft('u1', { text: 'one\n\ntwo\n', audience: 'buddies' })
    expect(loadDraft('u1')).toEqual({ text: 'one\n\ntwo\n', audience: 'buddies' })
  })

  it('belongs to one user', () => {
    saveDraft('u1', { text: 'mine', audience: 'everyone' })
    expect(loadDraft('u2')).toEqual({ text: '', audience: 'everyone' })
  })

  it('is deleted when empty, but keeps a chosen audience', () => {
    saveDraft('u1', { text: '', audience: 'everyone' })
    expect(storage.size).toBe(0)
    saveDraft('u1', { text: '', audience: 'only_me' })
    expect(loadDraft('u1')).toEqual({ text: '', audience: 'only_me' })
  })

  it('falls back to everyone for an invalid audience', () => {
    storage.set('wl.moment-draft.u1', 'nobody\nwords')
    expect(loadDraft('u1')).toEqual({ text: 'words', audience: 'everyone' })
  })
})

describe('postable drafts', () => {
  const { max } = limits.moment
  it.each([
    ['nothing', '', false],
    ['blanks', ' \n\t ', false],
    ['a word', ' hi ', true],
    ['the longest text', 'a'.repeat(max), true],
    ['the longest text with blanks around it', ` ${'a'.repeat(max)} `, true],
    ['one character more', 'a'.repeat(max + 1), false],
  ])('%s', (_, text, can) => {
    expect(draftState(text).canPost).toBe(can)
  })

  it('allow pictures without text, with the same text limit', () => {
    expect([draftState('', true).canPost, draftState('a'.repeat(max + 1), true).canPost]).toEqual([true, false])
  })

  it('shows the remaining characters only near the limit', () => {
    expect([draftState('a'.repeat(max - 201)).isNearEnd, draftState('a'.repeat(max - 200)), draftState('a'.repeat(max + 3)).left]).toEqual([
      false,
      { left: 200, isNearEnd: true, canPost: true },
      -3,
    ])
  })
})
