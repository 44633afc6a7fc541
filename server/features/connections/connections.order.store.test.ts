import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import {
  type ConnectionAction,
  applyAction,
  COOL_DOWN_MS,
  type ConnectionChange,
  otherSide,
  type Pair,
  type Side,
  viewOf,
} from './connections.machine.ts'
import { createConnectionStore, sideOf } from './connections.store.ts'
import { database, setUpPeople, world } from '#tests/kit/people-world.ts'

setUpPeople()
let low: Uid
let high: Uid
beforeAll(async () => {
  const second = [await world.person('order.one'), await world.person('order.two')]
  ;[low = '', high = ''] = second.toSorted((a, b) => (sideOf(a, b) === 'low' ? -1 : 1))
})

const kinds = ['ask', 'withdraw', 'accept', 'decline', 'unfriend', 'block', 'unblock'] as const
type Move = { side: Side; kind: (typeof kinds)[number] }
const actOf = ({ kind }: Move): ConnectionAction => (kind === 'ask' ? { kind, note: '' } : { kind })

/** The result of one order of the moves: the answers, move by move, the frames of the spec, and the final state. */
function inOrder(before: Pair, moves: readonly Move[], order: readonly number[], now: Date) {
  const results: string[] = moves.map(() => '')
  const frames: string[] = []
  let pair = before
  for (const at of order) {
    const move = moves[at]
    if (!move) continue
    const step = applyAction(pair, move.side, actOf(move), now)
    if ('error' in step) {
      results[at] = step.error
      continue
    }
    pair = step.pair
    results[at] = viewOf(pair, move.side) === 'hidden' ? 'not_found' : 'went through'
    if (step.change) frames.push(...framesOf(step.change, move.side))
  }
  return { answers: results, frames: frames.toSorted(), pair }
}

function framesOf(happened: ConnectionChange, side: Side): string[] {
  const other = otherSide(side)
  if (happened === 'asked') return [`${other} new_connection_request`, `${side} connection_sent`]
  if (happened === 'declined') return [`${side} connection_request_rejected`]
  if (happened !== 'connected') return []
  return [`${other} connection_request_accepted`, `${other} new_connection_added`, `${side} new_connection_added`]
}

function* orders(count: number, taken: readonly number[] = []): Generator<number[]> {
  if (taken.length === count) yield [...taken]
  for (let index = 0; index < count; index++) if (!taken.includes(index)) yield* orders(count, [...taken, index])
}

/** Sends one move to the product, like a device of that side. */
function perform({ side, kind }: Move): Promise<string> {
  const [viewer, other] = side === 'low' ? [low, high] : [high, low]
  const { connections } = world
  const done = kind === 'ask' ? connections.request(viewer, other, '') : connections[kind](viewer, other)
  return done.then(
    () => 'went through',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )
}

const named = /^(new_connection_|connection_request_|connection_sent)/

test('any simultaneous actions of both sides, from two devices each, have the result of a sequential order', async () => {
  const store = createConnectionStore(database.db)
  const move = fc.record({ side: fc.constantFrom<Side>('low', 'high'), kind: fc.constantFrom(...kinds) })
  // Rounds of concurrent moves: two users with two devices each have up to four.
  const rounds = fc.array(fc.record({ moves: fc.array(move, { minLength: 2, maxLength: 4 }), isLater: fc.boolean() }), {
    minLength: 3,
    maxLength: 8,
  })
  await fc.assert(
    fc.asyncProperty(rounds, async (all) => {
      for (const { moves, isLater } of all) {
        if (isLater) world.clock.pass(COOL_DOWN_MS)
        world.hub.takeFrames()
        const before = await store.find(low, high)
        const results = await Promise.all(moves.map(perform))
        const pair = await store.find(low, high)
        const frames = world.hub
          .takeFrames()
          .filter(({ event }) => named.test(event))
          .map(({ uid, event }) => `${uid === low ? 'low' : 'high'} ${event}`)
          .toSorted()
        const possible = [...orders(moves.length)].map((order) => inOrder(before, moves, order, world.clock.now()))
        expect(possible).toContainEqual({ answers: results, frames, pair })
        // Both sides read the same relationship, and at most one request is pending.
        const waiting = async (uid: Uid) => (await world.connections.requests(uid)).length
        const receiver = pair.relationship.state === 'requested' ? otherSide(pair.relationship.request.by) : null
        expect([await waiting(low), await waiting(high)]).toEqual([receiver === 'low' ? 1 : 0, receiver === 'high' ? 1 : 0])
      }
    }),
    { numRuns: 25 },
  )
}, 60_000)
