import { describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { aTogether, anna, ben, chatId, cleo, join, send, start, statesOf, track, useTogetherWorld, world } from './together.test-world.ts'
import { errorCode } from '#tests/kit/error-code.ts'

useTogetherWorld()

describe('a session', () => {
  test('ends when the last member leaves, and its recap lists the played items, who added them, and whether they are new to the viewer', async () => {
    const together = aTogether()
    await send(together, anna, start)
    await send(together, ben, join)
    await send(together, ben, { kind: 'add', item: { ...track, title: 'Known' } })
    const { id, current } = (await together.running(anna, chatId)) ?? { id: '', current: null }
    await send(together, ben, { kind: 'react', item: current?.id ?? '', emoji: '🔥', position_ms: 9_000 })
    await send(together, anna, { kind: 'skip', item: current?.id ?? '' })
    world.clock.pass(60_000)
    for (const uid of [anna, ben]) await send(together, uid, { kind: 'leave' })
    expect(statesOf(ben).at(-1)).toBeNull()
    expect(await together.running(ben, chatId)).toBeNull()
    const recap = await together.recap(ben, id)
    expect(recap.items).toEqual([
      { ...track, brought_by: 'Anna', is_new: true, marks: [{ emoji: '🔥', position_ms: 9_000 }] },
      { ...track, title: 'Known', brought_by: 'Ben', is_new: false, marks: [{ emoji: '🔥', position_ms: 9_000 }] },
    ])
    expect(recap.members.map(({ name }) => name).toSorted()).toEqual(['Anna', 'Ben'])
    expect(Date.parse(recap.ended_at ?? '') - Date.parse(recap.started_at)).toBe(60_000)
    expect(recap.visits.map(({ name, what }) => `${name} ${what}`)).toEqual([
      'Anna start',
      'Ben join',
      'Anna leave',
      'Ben host',
      'Ben leave',
    ])
  })

  test('is listed after its end with members and played items, for participants, as far as they may see them', async () => {
    const since = world.clock.now()
    const together = aTogether()
    await send(together, anna, start)
    await send(together, ben, join)
    await send(together, anna, { kind: 'skip', item: (await together.running(anna, chatId))?.current?.id ?? '' })
    expect(await together.listAttended(ben, { since })).toEqual([])
    for (const uid of [anna, ben]) await send(together, uid, { kind: 'leave' })
    world.clock.pass(60_000)
    expect(await together.listAttended(ben, { since })).toEqual([
      { chatId, startedAt: since, people: [anna], items: [{ ...track, addedBy: anna }] },
    ])
    expect(await together.listAttended(ben, { since, until: since })).toEqual([])
    expect(await together.listAttended(cleo, { since })).toEqual([])
    const hiding = aTogether({ visible: async (viewer, _, uids) => uids.filter((uid) => uid === viewer) })
    expect(await hiding.listAttended(ben, { since })).toMatchObject([{ people: [] }])
    const closed = aTogether({
      conversation: async () => {
        throw new AppError('not_found', {})
      },
    })
    expect(await closed.listAttended(ben, { since })).toEqual([])
  })

  test('names in its recap only users whom the viewer may see', async () => {
    const together = aTogether({ visible: async (viewer, _, uids) => uids.filter((uid) => uid === viewer) })
    await send(together, anna, start)
    await send(together, ben, join)
    const running = await together.running(anna, chatId)
    await send(together, anna, { kind: 'react', item: running?.current?.id ?? '', emoji: '🔥', position_ms: 9_000 })
    const recap = await together.recap(ben, running?.id ?? '')
    expect(recap.members.map(({ name }) => name)).toEqual(['Ben'])
    expect(recap.visits.map(({ name }) => name)).toEqual(['Ben'])
    expect(recap.items.map(({ brought_by: by, marks }) => [by, marks])).toEqual([[null, []]])
  })

  test('shows who saved the list, which only participants can do, and only after the end', async () => {
    const together = aTogether()
    await send(together, anna, start)
    const id = (await together.running(anna, chatId))?.id ?? ''
    expect(await errorCode(together.save(anna, id))).toBe('wrong_state')
    await send(together, anna, { kind: 'leave' })
    expect(await errorCode(together.save(ben, id))).toBe('wrong_state')
    expect((await together.save(anna, id)).saved_by).toEqual([{ uid: anna, name: 'Anna' }])
  })

  test('shows reactions again to those who play the item in a later session', async () => {
    const together = aTogether()
    await send(together, anna, start)
    const item = (await together.running(anna, chatId))?.current?.id ?? ''
    await send(together, anna, { kind: 'react', item, emoji: '🔥', position_ms: 2_000 })
    await send(together, anna, { kind: 'leave' })
    await send(together, ben, start)
    expect((await together.running(ben, chatId))?.marks).toEqual([{ by: anna, emoji: '🔥', position_ms: 2_000 }])
  })
})
