import { describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { picksBody, togglePick, type Pick } from './picks.ts'

const bjork: Pick = { itemId: 'i1', kind: 'artist', name: 'Björk' }
const kexp: Pick = { itemId: null, kind: 'channel', name: 'KEXP' }

describe('picks', () => {
  it('are added and removed by the same button', () => {
    const both = togglePick(togglePick([], bjork), kexp)
    expect(both).toEqual([bjork, kexp])
    expect(togglePick(both, bjork)).toEqual([kexp])
  })

  it('match a name typed by hand, ignoring accents and case', () => {
    expect(togglePick([bjork], { itemId: null, kind: 'artist', name: ' bjork ' })).toEqual([])
    expect(togglePick([kexp], { itemId: null, kind: 'artist', name: 'KEXP' })).toHaveLength(2)
  })

  it('stop at the limit', () => {
    const full = Array.from({ length: limits.picks.max }, (_, index): Pick => ({ itemId: `i${index}`, kind: 'artist', name: `${index}` }))
    expect(togglePick(full, kexp)).toEqual(full)
  })

  it('are sent as IDs where the catalog knows them, and as names otherwise', () => {
    expect(picksBody([bjork, { ...kexp, name: ' KEXP ' }])).toEqual({ picks: [{ item_id: 'i1' }, { kind: 'channel', name: 'KEXP' }] })
  })
})
