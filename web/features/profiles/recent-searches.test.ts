import { beforeEach, expect, it, vi } from 'vitest'
import { useRecentSearches, searchTextOfChoice } from './recent-searches.ts'

const searches = useRecentSearches.getState()
const recent = () => useRecentSearches.getState().recent
let storage: Map<string, string>

beforeEach(() => {
  storage = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => void storage.set(name, value),
    removeItem: (name: string) => void storage.delete(name),
  })
  searches.clear('u1')
})

it('lists the newest search first, without duplicates', () => {
  for (const typed of ['dub', 'Jonas', 'DUB']) searches.add('u1', typed)
  expect(recent()).toEqual(['DUB', 'Jonas'])
})

it('keeps eight searches, and can remove one or all', () => {
  for (let index = 1; index <= 10; index++) searches.add('u1', `search ${index}`)
  searches.forget('u1', 'search 9')
  expect(recent()).toEqual(['search 10', 'search 8', 'search 7', 'search 6', 'search 5', 'search 4', 'search 3'])
  searches.clear('u1')
  expect([recent(), storage.size]).toEqual([[], 0])
})

it('hides them from another user of the same browser', () => {
  searches.add('u1', 'secret')
  searches.read('u2')
  expect(recent()).toEqual([])
  searches.read('u1')
  expect(recent()).toEqual(['secret'])
})

it('treats invalid stored data as empty', () => {
  storage.set('wl.searches.u1', '{broken')
  searches.read('u1')
  expect(recent()).toEqual([])
})

it('saves the chosen name instead of the typed text, where it can be searched', () => {
  expect(searchTextOfChoice('Jonas Weir', 'jon')).toBe('Jonas Weir')
  expect(searchTextOfChoice('宇', 'yu')).toBe('yu')
  expect(searchTextOfChoice('x'.repeat(65), 'xx')).toBe('xx')
})
