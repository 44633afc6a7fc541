import { describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { picksBody, togglePick, type Pick } from './picks.ts'

const bjork: Pick = { itemId: 'i1', kind: 'artist', name: 'Björk' }
const kexp: Pick = { itemId: null, kind: 'channel', name: 'KEXP' }

describe('picks', () => {
  it('go in and out by the same touch', () => {
    const both = togglePick(togglePick([], bjork), kexp)
    expect(both).toEqual([bjork, kexp])
    expect(togglePick(both, bjork)).toEqual([kexp])
  })

  it('know a name typed by hand again, whatever its accents and case', () => {
    expect(togglePick([bjork], { itemId: null, kind: 'artist', name: ' bjork ' })).toEqual([])
    expect(togglePick([kexp], { itemId: null, kind: 'artist', name: 'KEXP' })).toHaveLength(2)
  })

  it('stop at the limit', () => {
    const full = Array.from({ length: limits.picks.max }, (_, at): Pick => ({ itemId: `i${at}`, kind: 'artist', name: `${at}` }))
    expect(togglePick(full, kexp)).toEqual(full)
  })

  it('travel as ids where the catalogue knows them, as names where it does not', () => {
    expect(picksBody([bjork, { ...kexp, name: ' KEXP ' }])).toEqual({ picks: [{ item_id: 'i1' }, { kind: 'channel', name: 'KEXP' }] })
  })
})
