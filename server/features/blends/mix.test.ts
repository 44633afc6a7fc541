import { assert, double, infiniteStream, integer, nat, property, record, string } from 'fast-check'
import { expect, test } from 'vitest'
import { PRINT_BARS } from '#contract/taste/print.ts'
import {
  onlyStillShown,
  FAIR_SHARE,
  fitOf,
  mix,
  type MixItem,
  type MixMember,
  mixSize,
  NEW_SHARE,
  satisfactionOf,
  withoutMembers,
} from './mix.ts'

type World = { members: MixMember[]; items: MixItem[]; seed: string }

const printOf = (isHigh: (bar: number) => boolean) => PRINT_BARS.map((_, bar) => (isHigh(bar) ? 1 : 0))

/** Members with overlapping scenes: each loves items of two to four creators' scenes. */
const world = record({
  members: integer({ min: 2, max: 10 }),
  scenes: integer({ min: 2, max: 6 }),
  perMember: integer({ min: 3, max: 60 }),
  random: infiniteStream(double({ min: 0, max: 1, noNaN: true, maxExcluded: true })),
  seed: string({ maxLength: 5 }),
}).map(({ members, scenes, perMember, random, seed }): World => {
  const next = () => random.next().value
  const items = Array.from({ length: 240 }, (_, index): MixItem => ({
    id: `item-${index}`,
    creator: `creator-${index % 60}`,
    bars: [(index % 60) % scenes],
  }))
  const people = Array.from({ length: members }, (_, index): MixMember => {
    const mine = [Math.floor(next() * scenes), Math.floor(next() * scenes)]
    const pool = items.filter(({ bars }) => mine.includes(bars[0] ?? 0))
    const loves = new Map(
      Array.from({ length: perMember }, (): [string, number] => [
        pool[Math.floor(next() * pool.length)]?.id ?? 'item-0',
        next() * 0.9 + 0.1,
      ]),
    )
    const creators = new Map(items.filter(({ id }) => loves.has(id)).map(({ creator }) => [creator, 0.5]))
    return { uid: `member-${index}`, emphasis: 'same', loves, creators, print: printOf((bar) => mine.includes(bar)) }
  })
  return { members: people, items, seed }
})

/** Members with plenty in common: nothing keeps a mix from being fair. */
function friends(count: number): World {
  const items = Array.from({ length: 400 }, (_, index): MixItem => ({
    id: `item-${index}`,
    creator: `creator-${index % 100}`,
    bars: [index % 3],
  }))
  const members = Array.from({ length: count }, (_, index): MixMember => {
    const own = items.filter((_item, place) => (place * 7 + index * 13) % 10 < 3)
    return {
      uid: `member-${index}`,
      emphasis: 'same',
      loves: new Map(own.map(({ id }, place) => [id, 1 / (1 + place / 10)])),
      creators: new Map(own.map(({ creator }) => [creator, 0.4])),
      print: printOf((bar) => bar < 3),
    }
  })
  return { members, items, seed: 'week 1' }
}

const counts = (members: readonly MixMember[], items: readonly { by: string }[]) =>
  members.map(({ uid }) => items.filter(({ by }) => by === uid).length)
const runs = { numRuns: 60 }

test('a blend of five has 42 items, of which each member brings 8 or 9, and a third is new', () => {
  const { members, items, seed } = friends(5)
  const result = mix(members, items, seed)
  expect(result.items).toHaveLength(42)
  expect(counts(members, result.items).toSorted((a, b) => a - b)).toEqual([8, 8, 8, 9, 9])
  expect(result.items.filter(({ newTo }) => newTo.length * 2 >= 5).length).toBeGreaterThanOrEqual(14)
  expect([result.underserved, result.isThin]).toEqual([[], false])
})

test('from two to ten members all have the same number of items, give or take one, and a fair share', () => {
  for (let count = 2; count <= 10; count++) {
    const { members, items, seed } = friends(count)
    const result = mix(members, items, seed)
    const brought = counts(members, result.items)
    expect([count, result.items.length]).toEqual([count, mixSize(count)])
    expect(Math.max(...brought) - Math.min(...brought)).toBeLessThanOrEqual(1)
    expect(result.underserved).toEqual([])
  }
})

test('groups of 11, 20 and 50 share 50 items: the same number each, give or take one, and a fair share', () => {
  for (const count of [11, 20, 50]) {
    const { members, items, seed } = friends(count)
    const result = mix(members, items, seed)
    const brought = counts(members, result.items)
    expect([count, result.items.length, Math.max(...brought) - Math.min(...brought) <= 1]).toEqual([count, 50, true])
    expect(result.underserved).toEqual([])
    expect(mix(members.toReversed(), items.toReversed(), seed)).toEqual(result)
  }
})

test('each item is in the mix once, fits at least two members, and comes from the library of the member who brings it', () => {
  assert(
    property(world, ({ members, items, seed }) => {
      const result = mix(members, items, seed)
      const byId = new Map(items.map((item) => [item.id, item]))
      expect(new Set(result.items.map(({ id }) => id)).size).toBe(result.items.length)
      for (const { id, by, fits, newTo } of result.items) {
        const contributor = members.find(({ uid }) => uid === by)
        expect(contributor?.loves.has(id) || contributor?.creators.has(byId.get(id)?.creator ?? '')).toBe(true)
        expect(fits.length).toBeGreaterThanOrEqual(result.isThin ? 1 : 2)
        expect(fits.map(({ uid }) => uid)).toEqual(
          members
            .filter((member) => fitOf(member, byId.get(id)!))
            .map(({ uid }) => uid)
            .toSorted(),
        )
        expect(newTo.toSorted()).toEqual(
          members
            .filter(({ loves }) => !loves.has(id))
            .map(({ uid }) => uid)
            .toSorted(),
        )
      }
    }),
    runs,
  )
})

test('no member is under the fair share of the mean unless the mix reports it', () => {
  assert(
    property(world, ({ members, items, seed }) => {
      const result = mix(members, items, seed)
      const chosen = items.filter(({ id }) => result.items.some((item) => item.id === id))
      const satisfaction = satisfactionOf(members, chosen)
      const mean = satisfaction.reduce((sum, value) => sum + value, 0) / members.length
      const under = members.filter((_, index) => (satisfaction[index] ?? 0) < FAIR_SHARE * mean - 1e-9).map(({ uid }) => uid)
      expect(result.underserved.toSorted()).toEqual(under.toSorted())
    }),
    runs,
  )
})

test('a member is under the fair share only if no other item of any member would help them', () => {
  assert(
    property(world, ({ members, items, seed }) => {
      const result = mix(members, items, seed)
      if (result.underserved.length === 0 || result.isThin) return
      const chosen = result.items.map(({ id }) => items.find((item) => item.id === id)!)
      const fairOf = (list: readonly MixItem[]) => {
        const satisfaction = satisfactionOf(members, list)
        return Math.min(...satisfaction) / (satisfaction.reduce((sum, value) => sum + value, 0) / members.length)
      }
      const before = fairOf(chosen)
      const isNew = (item: MixItem) => members.filter(({ loves }) => !loves.has(item.id)).length * 2 >= members.length
      result.items.forEach(({ by }, index) => {
        const contributor = members.find(({ uid }) => uid === by)!
        for (const item of items) {
          if (chosen.includes(item) || !contributor.loves.has(item.id)) continue
          if (members.filter((member) => fitOf(member, item)).length < 2 || (isNew(chosen[index]!) && !isNew(item))) continue
          expect(fairOf(chosen.with(index, item))).toBeLessThanOrEqual(before + 1e-6)
        }
      })
    }),
    { numRuns: 25 },
  )
})

test('at least a third is new to half of the members unless the other members have nothing new', () => {
  assert(
    property(world, ({ members, items, seed }) => {
      const result = mix(members, items, seed)
      const isNew = (id: string) => members.filter(({ loves }) => !loves.has(id)).length * 2 >= members.length
      if (result.items.filter(({ id }) => isNew(id)).length >= result.items.length * NEW_SHARE) return
      const contributors = new Set(result.items.filter(({ id }) => !isNew(id)).map(({ by }) => by))
      const left = members
        .filter(({ uid }) => contributors.has(uid))
        .flatMap(({ loves }) => items.filter(({ id }) => loves.has(id) && isNew(id)))
        .filter((item) => members.filter((member) => fitOf(member, item)).length >= 2)
        .map(({ id }) => id)
      expect(result.items.map(({ id }) => id)).toEqual(expect.arrayContaining(left))
    }),
    runs,
  )
})

test('members with enough of their own bring the same number, give or take one', () => {
  assert(
    property(world, ({ members, items, seed }) => {
      const result = mix(members, items, seed)
      const enough = mixSize(members.length)
      const rich = members.filter((member) => {
        const own = items.filter((item) => member.loves.has(item.id) && members.filter((entry) => fitOf(entry, item)).length >= 2)
        return own.length >= enough
      })
      if (result.isThin || rich.length < 2) return
      const brought = counts(rich, result.items)
      expect(Math.max(...brought) - Math.min(...brought)).toBeLessThanOrEqual(1)
    }),
    runs,
  )
})

test('the order of members and items is irrelevant, and the same seed gives the same mix', () => {
  assert(
    property(world, infiniteStream(nat()), ({ members, items, seed }, random) => {
      const shuffle = <T>(list: readonly T[]) =>
        list
          .map((candidate) => ({ value: candidate, at: random.next().value }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ value }) => value)
      expect(mix(shuffle(members), shuffle(items), seed)).toEqual(mix(members, items, seed))
    }),
    runs,
  )
})

test('the mix differs between weeks', () => {
  const { members, items } = friends(5)
  const [first, second] = ['week 1', 'week 2'].map((seed) => mix(members, items, seed).items.map(({ id }) => id))
  expect(second).not.toEqual(first)
  expect(second!.filter((id) => !first!.includes(id)).length).toBeGreaterThan(5)
})

test('uses only items that members show', () => {
  assert(
    property(world, ({ members, items, seed }) => {
      const shown = new Set(
        members.flatMap(({ loves, creators }) => [
          ...loves.keys(),
          ...items.filter(({ creator }) => creators.has(creator)).map(({ id }) => id),
        ]),
      )
      const result = mix(members, items, seed)
      for (const { id } of result.items) expect(shown.has(id)).toBe(true)
      // A hidden library changes nothing for the others: the member counts as one without a taste.
      const hidden = members.map((member, index) =>
        index === 0 ? { ...member, loves: new Map(), creators: new Map(), print: printOf(() => false) } : member,
      )
      for (const { by, fits } of mix(hidden, items, seed).items) {
        expect(by).not.toBe('member-0')
        expect(fits.map(({ uid }) => uid)).not.toContain('member-0')
      }
    }),
    runs,
  )
})

test('leaving removes the items and all traces of a member', () => {
  assert(
    property(world, ({ members, items, seed }) => {
      const before = mix(members, items, seed)
      const after = withoutMembers(before, new Set(['member-1']))
      expect(JSON.stringify(after)).not.toContain('"member-1"')
      expect(after.items.filter(({ fits }) => fits.length < (before.isThin ? 1 : 2))).toEqual([])
    }),
    runs,
  )
})

test('items that a member no longer shows disappear from an earlier mix', () => {
  const { members, items, seed } = friends(4)
  const before = mix(members, items, seed)
  const itemsById = new Map(items.map((item) => [item.id, item]))
  expect(onlyStillShown(before, members, itemsById)).toEqual(before)
  const hidden = members.map((member, index) =>
    index === 2 ? { ...member, loves: new Map(), creators: new Map(), print: printOf(() => false) } : member,
  )
  expect(JSON.stringify(onlyStillShown(before, hidden, itemsById).items.map(({ by, fits }) => [by, fits]))).not.toContain('member-2')
})

test('emphasis on a member changes their number of items, and not the numbers of the others', () => {
  const { members, items, seed } = friends(5)
  const brought = (emphasis: 'less' | 'more') =>
    counts(
      members,
      mix(
        members.map((member, index) => (index === 0 ? { ...member, emphasis } : member)),
        items,
        seed,
      ).items,
    )
  const [less, more] = [brought('less'), brought('more')]
  expect(less[0]).toBeLessThan(6)
  expect(more[0]).toBeGreaterThan(10)
  for (const others of [less.slice(1), more.slice(1)]) expect(Math.max(...others) - Math.min(...others)).toBeLessThanOrEqual(1)
})

test('members without common items get the best twelve, and the mix is marked', () => {
  const items = Array.from({ length: 40 }, (_, index): MixItem => ({ id: `item-${index}`, creator: `creator-${index}`, bars: [] }))
  const members = [0, 1].map((entry): MixMember => ({
    uid: `member-${entry}`,
    emphasis: 'same',
    loves: new Map(items.filter((_, index) => index % 2 === entry).map(({ id }) => [id, 0.5])),
    creators: new Map(),
    print: printOf(() => false),
  }))
  const result = mix(members, items, 'seed')
  expect([result.isThin, result.items.length]).toEqual([true, 12])
  expect(counts(members, result.items)).toEqual([6, 6])
})

test('a member who only chose artists brings tracks by these artists', () => {
  const { members, items, seed } = friends(3)
  const picker: MixMember = { ...members[0]!, loves: new Map() }
  const result = mix([picker, ...members.slice(1)], items, seed)
  expect(counts([picker], result.items)[0]).toBe(12)
})
