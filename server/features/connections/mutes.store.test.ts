import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { world, setUpPeople } from '#tests/kit/people-world.ts'
import { errorCode } from '#tests/kit/error-code.ts'

let count = 0
let anna: Uid
let ben: Uid
let cleo: Uid
setUpPeople()
beforeEach(async () => {
  const make = (name: string) => world.person(`${name}.mutes${count++}`)
  ;[anna, ben, cleo] = [await make('anna'), await make('ben'), await make('cleo')]
})

const listed = async (viewer: Uid) => {
  const { muted, blocked } = await world.connections.mutedAndBlocked(viewer)
  return { muted: muted.map(({ uid }) => uid), blocked: blocked.map(({ uid }) => uid) }
}

describe('muting a user', () => {
  test('is visible only to the user who muted, even when it is repeated at once', async () => {
    await Promise.all([world.connections.mute(anna, ben), world.connections.mute(anna, ben)])
    expect(await world.connections.mutedBy(anna)).toEqual(new Set([ben]))
    expect(await world.connections.mutedBy(ben)).toEqual(new Set())
    expect((await world.connections.get(anna, ben)).muted).toBe(true)
    expect((await world.connections.get(ben, anna)).muted).toBe(false)
    expect(world.hub.takeFrames()).toEqual([{ uid: anna, event: 'connection_changed', data: { uid: ben } }])
    await Promise.all([world.connections.unmute(anna, ben), world.connections.unmute(anna, ben)])
    expect(await world.connections.mutedBy(anna)).toEqual(new Set())
    expect(world.hub.takeFrames()).toEqual([{ uid: anna, event: 'connection_changed', data: { uid: ben } }])
  })

  test('rejects muting oneself, an unknown user, and a user with a block in either direction', async () => {
    await world.connections.block(ben, anna)
    await world.connections.block(anna, cleo)
    const codes = [anna, '00000000-0000-4000-8000-00000000000f', ben, cleo].map((uid) => errorCode(world.connections.mute(anna, uid)))
    expect(await Promise.all(codes)).toEqual(['invalid_input', 'not_found', 'not_found', 'not_found'])
  })

  test('keeps the count and the pages complete, but their request causes no notice', async () => {
    await world.connections.mute(anna, ben)
    world.hub.takeFrames()
    await world.connections.request(ben, anna, 'hello')
    const frames = world.hub.takeFrames().filter(({ uid }) => uid === anna)
    expect(frames).toEqual([{ uid: anna, event: 'connection_changed', data: { uid: ben } }])
    expect((await world.connections.requests(anna)).map(({ person }) => person.uid)).toEqual([ben])
  })

  test('lists muted and blocked users, including those who have blocked the user', async () => {
    await world.connections.mute(anna, ben)
    await world.connections.block(anna, cleo)
    expect(await listed(anna)).toEqual({ muted: [ben], blocked: [cleo] })
    await world.connections.block(ben, anna)
    // Possible in earlier versions: a blocked user can't block in turn.
    await sql`update connections set low_blocks = true, high_blocks = true where ${anna} in (low_uid, high_uid) and ${cleo} in (low_uid, high_uid)`.execute(
      world.db,
    )
    expect(await listed(anna)).toEqual({ muted: [], blocked: [cleo] })
    expect(await listed(ben)).toEqual({ muted: [], blocked: [anna] })
  })
})

describe('who may write', () => {
  test('follows the user’s privacy setting; buddies always may', async () => {
    const mayWrite = async () => (await world.connections.get(anna, ben)).may_message
    expect(await mayWrite()).toBe(true)
    await world.privacy.change(ben, { messages: 'buddies' })
    expect(await mayWrite()).toBe(false)
    await world.befriend(ben, anna)
    expect(await mayWrite()).toBe(true)
    await world.connections.block(anna, ben)
    expect(await mayWrite()).toBe(false)
  })
})

describe('who may send a request', () => {
  test('follows the user’s privacy setting; a user with a pending request can always be sent one', async () => {
    await world.privacy.change(ben, { requests: 'nobody' })
    expect(await errorCode(world.connections.request(anna, ben, ''))).toBe('requests_closed')
    expect((await world.connections.get(anna, ben)).may_ask).toBe(false)
    await world.connections.request(ben, anna, '')
    expect((await world.connections.request(anna, ben, '')).relation).toBe('connected')
  })

  test('can be limited to users with a mutual buddy, even when the buddies themselves are hidden', async () => {
    await world.privacy.change(ben, { requests: 'mutuals', buddies: 'only_me' })
    expect(await errorCode(world.connections.request(anna, ben, ''))).toBe('requests_closed')
    await world.befriend(ben, cleo)
    await world.befriend(cleo, anna)
    expect(await world.connections.get(anna, ben)).toMatchObject({ may_ask: true, mutual: [] })
    expect((await world.connections.request(anna, ben, '')).relation).toBe('requested')
  })
})
