import { expect, it } from 'vitest'
import { createLogs } from '../observability/log.ts'
import { createMemoryBus, createMemoryExchange } from './memory-bus.ts'

const log = createLogs({ filter: 'off', pretty: false })('bus')
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
const [alice, bob] = ['00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-00000000000b']

function twoServers() {
  const exchange = createMemoryExchange()
  const received: unknown[] = []
  const buses = ['one', 'two'].map((name) => {
    const bus = createMemoryBus({ log, exchange })
    bus.onDelivery((uids, payload) => void received.push([name, uids, payload]))
    bus.onAnnouncement('revoked', (payload) => void received.push([name, payload]))
    return bus
  })
  const [first, second] = buses
  if (!first || !second) throw new Error('unreachable')
  return { first, second, received }
}

it('a delivery reaches the other server for the users connected there, never the sender', async () => {
  const { first, second, received } = twoServers()
  first.setSocketCount(alice, 1)
  second.setSocketCount(alice, 1)
  first.deliver([alice, bob], 'hi')
  await nextTurn()
  expect(received).toEqual([['two', [alice], 'hi']])
})

it('delivers nothing for a user who left', async () => {
  const { first, second, received } = twoServers()
  second.setSocketCount(alice, 1)
  second.setSocketCount(alice, 0)
  first.deliver([alice], 'hi')
  await nextTurn()
  expect(received).toEqual([])
})

it('each server knows the number of a user’s sockets on the others', async () => {
  const { first, second } = twoServers()
  first.setSocketCount(alice, 3)
  second.setSocketCount(alice, 2)
  expect([
    await first.countSocketsElsewhere(alice),
    await second.countSocketsElsewhere(alice),
    await second.countSocketsElsewhere(bob),
  ]).toEqual([2, 3, 0])
})

it('an announcement reaches every server, the sender included, in a later turn', async () => {
  const { first, received } = twoServers()
  first.announce('revoked', 'alice')
  expect(received).toEqual([])
  await nextTurn()
  expect(received).toEqual([
    ['one', 'alice'],
    ['two', 'alice'],
  ])
})

it('an announcement to the other servers is not received by the sender', async () => {
  const { first, received } = twoServers()
  first.announceToOthers('revoked', 'alice')
  await nextTurn()
  expect(received).toEqual([['two', 'alice']])
})

it('a closed server receives nothing more', async () => {
  const { first, second, received } = twoServers()
  await second.close()
  first.announce('revoked', 'alice')
  await nextTurn()
  expect(received).toEqual([['one', 'alice']])
})

it('a failing listener does not stop the other listeners', async () => {
  const bus = createMemoryBus({ log })
  const received: string[] = []
  bus.onAnnouncement('revoked', () => {
    throw new Error('on purpose')
  })
  bus.onAnnouncement('revoked', (payload) => void received.push(payload))
  bus.announce('revoked', 'alice')
  await nextTurn()
  expect(received).toEqual(['alice'])
})
