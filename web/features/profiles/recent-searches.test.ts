import { beforeEach, expect, it, vi } from 'vitest'
import { useRecentSearches, wordsOfChoice } from './recent-searches.ts'

const searches = useRecentSearches.getState()
const recent = () => useRecentSearches.getState().recent
let kept: Map<string, string>

beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  })
  searches.clear('u1')
})

it('the newest search stands first, and once', () => {
  for (const typed of ['dub', 'Jonas', 'DUB']) searches.add('u1', typed)
  expect(recent()).toEqual(['DUB', 'Jonas'])
})

it('eight are kept, one can be forgotten, and all of them', () => {
  for (let at = 1; at <= 10; at++) searches.add('u1', `search ${at}`)
  searches.forget('u1', 'search 9')
  expect(recent()).toEqual(['search 10', 'search 8', 'search 7', 'search 6', 'search 5', 'search 4', 'search 3'])
  searches.clear('u1')
  expect([recent(), kept.size]).toEqual([[], 0])
})

it('another person in the same browser does not see them', () => {
  searches.add('u1', 'secret')
  searches.read('u2')
  expect(recent()).toEqual([])
  searches.read('u1')
  expect(recent()).toEqual(['secret'])
})

it('what cannot be read counts as nothing', () => {
  kept.set('wl.searches.u1', '{broken')
  searches.read('u1')
  expect(recent()).toEqual([])
})

it('a search that ended with a choice is kept by the name chosen, where that can be searched for', () => {
  expect(wordsOfChoice('Jonas Weir', 'jon')).toBe('Jonas Weir')
  expect(wordsOfChoice('宇', 'yu')).toBe('yu')
  expect(wordsOfChoice('x'.repeat(65), 'xx')).toBe('xx')
})
