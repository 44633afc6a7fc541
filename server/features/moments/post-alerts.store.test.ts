import { expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { anna, ben, cleo, setUpMoments, world } from './moments.test-world.ts'
import { errorCode } from '#tests/kit/error-code.ts'

setUpMoments()

const alerted = () => world.takeEvents().flatMap((event) => (event.kind === 'moment.posted' ? [event.to] : []))
const alert = (viewer: Uid, author: Uid, on = true) => world.moments.alerts.set(viewer, author, on)

test('notifies users who turned it on and may see the moment', async () => {
  await alert(anna, ben)
  await alert(cleo, ben)
  expect(await world.moments.alerts.get(anna, ben)).toEqual({ on: true })
  for (const audience of ['everyone', 'buddies', 'only_me'] as const) await world.post(ben, audience, audience)
  expect(alerted().map((to) => to.toSorted())).toEqual([[anna, cleo].toSorted(), [anna]])
  await alert(anna, ben, false)
  await world.post(ben, 'again', 'buddies')
  expect([alerted(), await world.moments.alerts.get(anna, ben)]).toEqual([[], { on: false }])
})

test('a mention is the only notification of its moment', async () => {
  await alert(anna, ben)
  const { user_name: name } = (await world.profiles.cards([anna])).get(anna)!
  await world.post(ben, `hello @${name}`)
  expect(world.takeEvents().map(({ kind }) => kind)).toEqual(['person.mentioned'])
})

test('a block ends it permanently, in both directions', async () => {
  await alert(anna, ben)
  await alert(ben, anna)
  await world.connections.block(ben, anna)
  expect(await errorCode(world.moments.alerts.get(anna, ben))).toBe('not_found')
  await world.post(ben, 'while blocked')
  expect(alerted()).toEqual([])
  await world.moments.alerts.endIfBlocked(ben, anna)
  await world.connections.unblock(ben, anna)
  expect([await world.moments.alerts.get(anna, ben), await world.moments.alerts.get(ben, anna)]).toEqual([{ on: false }, { on: false }])
})

test('stays after the two are no longer buddies, for public moments', async () => {
  await alert(anna, ben)
  await world.connections.unfriend(anna, ben)
  await world.moments.alerts.endIfBlocked(anna, ben)
  await world.post(ben, 'for buddies', 'buddies')
  await world.post(ben, 'for everyone')
  expect(alerted()).toEqual([[anna]])
})

test('is rejected for the user’s own posts and for unknown users', async () => {
  expect(await errorCode(alert(anna, anna))).toBe('invalid_input')
  expect(await errorCode(alert(anna, crypto.randomUUID()))).toBe('not_found')
})
