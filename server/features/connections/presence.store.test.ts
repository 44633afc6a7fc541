import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { defaultPrivacy, type PrivacySettings } from '#contract/identity/privacy.ts'
import { createMemoryBus } from '#server/platform/bus/memory-bus.ts'
import { createPresence, type PresenceService } from './presence.service.ts'
import { world, setUpPeople } from '#tests/kit/people-world.ts'

const log = pino({ level: 'silent' })
const LONG_MS = 15_000

let count = 0
let anna: Uid
let ben: Uid
let presence: PresenceService
let privacy: ReturnType<typeof manualPrivacy>
let setHubPresence: (uid: Uid, isHere: boolean) => void
let setHubVisibility: typeof setHubPresence

setUpPeople()
beforeEach(async () => {
  count++
  anna = await world.person(`anna${count}`)
  ben = await world.person(`ben${count}`)
  await world.befriend(anna, ben)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const bus = createMemoryBus({ log })
  privacy = manualPrivacy()
  const hub = {
    send: world.hub.send,
    onUserPresence: (listener: typeof setHubPresence) => void (setHubPresence = listener),
    onUserVisibility: (listener: typeof setHubPresence) => void (setHubVisibility = listener),
  }
  presence = createPresence({ db: world.db, clock: world.clock, hub, bus, privacy, connections: world.connections, log })
})
afterEach(async () => {
  await presence.stop()
  vi.useRealTimers()
  world.hub.takeFrames()
})

/** Users' settings, as the privacy service returns them. */
function manualPrivacy() {
  const chosen = new Map<Uid, Partial<PrivacySettings>>()
  let changed: (uid: Uid, change: Partial<PrivacySettings>) => void
  return {
    getMany: async (uids: readonly Uid[]) => new Map(uids.map((uid) => [uid, { ...defaultPrivacy, ...chosen.get(uid) }])),
    onChange: (listener: typeof changed) => void (changed = listener),
    change(uid: Uid, change: Partial<PrivacySettings>) {
      chosen.set(uid, change)
      changed(uid, change)
    },
  }
}

async function arrives(uid: Uid) {
  setHubPresence(uid, true)
  await presence.idle()
}
async function leaves(uid: Uid) {
  setHubPresence(uid, false)
  vi.advanceTimersByTime(LONG_MS)
  await presence.idle()
}
const sent = () => world.hub.takeFrames().map(({ uid, data }) => ({ by: uid === ben ? 'ben' : 'anna', data }))

describe('presence', () => {
  test('online buddies are notified at once of users who come online or go offline', async () => {
    await arrives(ben)
    await arrives(anna)
    expect(sent()).toEqual([{ by: 'ben', data: { uid: anna, online: true, last_seen: null } }])
    expect(await presence.get(ben, [anna, ben])).toEqual([{ uid: anna, online: true, last_seen: null }])
    await leaves(anna)
    const gone = { uid: anna, online: false, last_seen: world.clock.now().toISOString() }
    expect(sent()).toEqual([{ by: 'ben', data: gone }])
    expect(await presence.get(ben, [anna])).toEqual([gone])
  })

  test('changes of many users at the same moment each reach only their own buddies', async () => {
    const [cleo, dan] = [await world.person(`cleo${count}`), await world.person(`dan${count}`)]
    await world.befriend(cleo, dan)
    await arrives(ben)
    await arrives(dan)
    const sentByUid = () => new Map(world.hub.takeFrames().map(({ uid, data }) => [uid, data]))
    for (const uid of [anna, cleo]) setHubPresence(uid, true)
    await presence.idle()
    const isHere = { online: true, last_seen: null }
    expect(sentByUid()).toEqual(
      new Map([
        [ben, { uid: anna, ...isHere }],
        [dan, { uid: cleo, ...isHere }],
      ]),
    )
    for (const uid of [anna, cleo]) setHubPresence(uid, false)
    vi.advanceTimersByTime(LONG_MS)
    await presence.idle()
    const isGone = { online: false, last_seen: world.clock.now().toISOString() }
    expect(sentByUid()).toEqual(
      new Map([
        [ben, { uid: anna, ...isGone }],
        [dan, { uid: cleo, ...isGone }],
      ]),
    )
  })

  test('is not sent to strangers, and not between users with a block', async () => {
    const cleo = await world.person(`cleo${count}`)
    await arrives(cleo)
    await arrives(ben)
    await world.connections.block(anna, ben)
    world.hub.takeFrames()
    await arrives(anna)
    expect(sent()).toEqual([])
    expect([await presence.get(cleo, [anna, ben]), await presence.get(ben, [anna]), await presence.get(anna, [ben])]).toEqual([[], [], []])
  })

  test('a user who turns presence off is offline for everyone at once and sees no other user’s presence', async () => {
    await arrives(ben)
    await arrives(anna)
    world.hub.takeFrames()
    privacy.change(anna, { presence: false })
    await presence.idle()
    expect(sent()).toEqual([{ by: 'ben', data: { uid: anna, online: false, last_seen: null } }])
    expect([await presence.get(ben, [anna]), await presence.get(anna, [ben])]).toEqual([[], []])
    await leaves(ben)
    await leaves(anna)
    expect(sent()).toEqual([])
    await arrives(ben)
    privacy.change(anna, { presence: true })
    await presence.idle()
    expect(sent()).toEqual([{ by: 'ben', data: { uid: anna, online: false, last_seen: world.clock.now().toISOString() } }])
  })

  test('a stopping server stores when its users were last online', async () => {
    await arrives(anna)
    world.clock.pass(60_000)
    await presence.stop()
    setHubPresence(anna, false)
    vi.advanceTimersByTime(LONG_MS)
    await presence.idle()
    expect(await presence.get(ben, [anna])).toEqual([{ uid: anna, online: false, last_seen: world.clock.now().toISOString() }])
  })

  test('a user whose only page is hidden is online, but views no page', async () => {
    setHubVisibility(anna, true)
    await arrives(anna)
    expect([presence.isOnline(anna), presence.hasVisiblePage(anna)]).toEqual([true, true])
    setHubVisibility(anna, false)
    vi.advanceTimersByTime(1)
    expect([presence.isOnline(anna), presence.hasVisiblePage(anna)]).toEqual([true, false])
  })
})
