import { beforeEach, describe, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { createDomainEvents } from '#server/platform/domain-events.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import { recordingHub } from '#tests/kit/people.ts'
import { createPersonChanges } from './person-changes.ts'

const uidOf = (number: number): Uid => `018f0000-0000-7000-8000-${String(number).padStart(12, '0')}`
const [anna, ben, cleo, dora] = [uidOf(1), uidOf(2), uidOf(3), uidOf(4)]
const log = createLogs({ filter: 'off', pretty: false })('connections')

let name: string
let audiences: Uid[][]
let hidden: Set<Uid>
let offline: Set<Uid>
let hub: ReturnType<typeof recordingHub>
/** Each pause in milliseconds. */
let pauses: number[]
let duringPause: () => void
let waitInPause: () => Promise<void>
let publishChange: () => Promise<void>
let changes: ReturnType<typeof createPersonChanges>

beforeEach(() => {
  name = 'Anna'
  audiences = [[], []]
  hidden = new Set()
  offline = new Set()
  hub = recordingHub()
  pauses = []
  duringPause = () => undefined
  waitInPause = async () => undefined
  const events = createDomainEvents({ log })
  const card = () => ({ uid: anna, user_name: 'anna', name, avatar_url: null })
  const profile = () => ({ bio: 'Hi', place: null, languages: ['en'], joinedAt: new Date(0), coverUrl: '/files/cover', pinnedItemId: null })
  changes = createPersonChanges({
    hub,
    events,
    profileOf: async () => ({ card: card(), ...profile() }),
    hiddenFrom: async () => hidden,
    isOnline: (uid) => !offline.has(uid),
    audiences: [0, 1].map((index) => async () => audiences[index] ?? []),
    log,
    async pause(ms) {
      pauses.push(ms)
      duringPause()
      await waitInPause()
    },
  })
  publishChange = async () => {
    events.publish({ kind: 'person.changed', by: anna })
    await events.idle()
  }
})

const receivers = () => hub.takeFrames().map(({ uid }) => uid)

describe('a new name, picture, bio, or cover', () => {
  test('reaches the user’s own pages and everyone online who may have the user on screen, once', async () => {
    audiences = [
      [ben, cleo],
      [cleo, dora],
    ]
    offline = new Set([dora])
    await publishChange()
    await expect.poll(() => pauses.length).toBe(1)
    const card = { uid: anna, user_name: 'anna', name: 'Anna', avatar_url: null }
    const person = { ...card, bio: 'Hi', place: null, languages: ['en'], cover_url: '/files/cover' }
    expect(hub.takeFrames()).toEqual([anna, ben, cleo].map((uid) => ({ uid, event: 'person_changed', data: { person } })))
  })

  test('A46: never reaches someone with a block between them, even one of the last seconds', async () => {
    audiences = [Array.from({ length: 150 }, (_, number) => uidOf(number + 10))]
    hidden = new Set([uidOf(11)])
    duringPause = () => void (hidden = new Set([uidOf(11), uidOf(159)]))
    await publishChange()
    await expect.poll(() => pauses.length).toBe(2)
    const sent = receivers()
    expect([sent.length, sent.includes(uidOf(11)), sent.includes(uidOf(159))]).toEqual([149, false, false])
  })

  test('reaches 2,000 buddies in batches of 100, and other work runs between two batches', async () => {
    audiences = [Array.from({ length: 2_000 }, (_, number) => uidOf(number + 10))]
    const sizes: number[] = []
    duringPause = () => void sizes.push(receivers().length)
    await publishChange()
    await expect.poll(() => sizes.length).toBe(21)
    expect(sizes).toEqual([...Array.from({ length: 20 }, () => 100), 1])
    expect(new Set(pauses)).toEqual(new Set([50]))
  })

  test('that changes several times while it is being sent is sent once more, with its last value', async () => {
    audiences = [[ben]]
    const pause = Promise.withResolvers<void>()
    waitInPause = () => pause.promise
    await publishChange()
    await expect.poll(() => pauses.length).toBe(1)
    for (name of ['Annika', 'Anneke']) await publishChange()
    pause.resolve()
    await expect.poll(() => pauses.length).toBe(2)
    // The frames were parsed with their schema.
    const names = hub.takeFrames().map(({ data }) => (data as { person: { name: string } }).person.name)
    expect(names).toEqual(['Anna', 'Anna', 'Anneke', 'Anneke'])
  })
})

describe('a deleted account', () => {
  test('makes the pages of others load again, slowly, with the users who were found before', async () => {
    audiences = [Array.from({ length: 50 }, (_, number) => uidOf(number + 10))]
    hidden = new Set([uidOf(10)])
    const inform = await changes.beforeDeletion(anna)
    audiences = [[]]
    expect(receivers()).toEqual([])
    await inform()
    const frames = hub.takeFrames()
    expect(frames.map(({ uid }) => uid)).toEqual(Array.from({ length: 49 }, (_, number) => uidOf(number + 11)))
    expect(frames[0]).toEqual({ uid: uidOf(11), event: 'connection_changed', data: { uid: anna } })
    expect(pauses).toEqual([100, 100, 100])
  })

  test('informs nobody after the server has stopped', async () => {
    audiences = [[ben]]
    const inform = await changes.beforeDeletion(anna)
    changes.stop()
    await inform()
    expect(receivers()).toEqual([])
  })
})
