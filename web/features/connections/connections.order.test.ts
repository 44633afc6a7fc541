import { QueryClient } from '@tanstack/react-query'
import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { connectionFrames, type Connection } from '#contract/connections.ts'
import type { FrameData, FrameDefinition } from '#contract/base/frame.ts'
import type { Relation } from '#contract/people.ts'
import { startConnectionsLive } from './connections.live.ts'

const jonas = { uid: '018f0000-0000-7000-8000-000000000001', user_name: 'jonas', name: 'Jonas Weir', avatar_url: null }

/** The server's current state, and its pending answers. */
const server = vi.hoisted(() => ({ relation: 'none', onTheWay: [] as (() => void)[] }))
vi.mock(import('#web/platform/api-client.ts'), async (original) => ({
  ...(await original()),
  // The only call in this test is getConnection.
  readApi: (() =>
    new Promise((resolve) => {
      const relation = server.relation as Relation
      const value: Connection = {
        person: jonas,
        relation,
        request: null,
        connected_at: null,
        mutual: [],
        muted: false,
        may_ask: false,
        may_message: true,
      }
      server.onTheWay.push(() => resolve({ ok: true, value }))
    })) as never,
}))

const about = { person: jonas, message: '' }
type Send = <F extends FrameDefinition>(frame: F, data: FrameData<F>) => void
/** Events of the other person or another device, with their frames. */
const news: { to: Relation; emit: (send: Send) => void }[] = [
  { to: 'asked', emit: (send) => send(connectionFrames.new_connection_request, { ...about, note: '' }) },
  { to: 'connected', emit: (send) => send(connectionFrames.connection_request_accepted, about) },
  { to: 'connected', emit: (send) => send(connectionFrames.new_connection_added, about) },
  { to: 'none', emit: (send) => send(connectionFrames.connection_request_rejected, about) },
  { to: 'requested', emit: (send) => send(connectionFrames.connection_sent, about) },
  { to: 'none', emit: (send) => send(connectionFrames.connection_changed, { uid: jonas.uid }) },
]

it("ends with the server's state in every list, whatever the order of frames and answers", async () => {
  const steps = fc.array(fc.constantFrom(...news), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(steps, fc.infiniteStream(fc.nat()), async (all, chance) => {
      const pick = (length: number) => Number(chance.next().value) % length
      const client = new QueryClient()
      client.setQueryData(['matches'], [{ person: jonas, relation: 'none' }])
      const listeners = new Map<string, (data: never) => void>()
      const stop = startConnectionsLive({
        subscribe: (frame, listener) => {
          listeners.set(frame.event, listener)
          return () => undefined
        },
        notify: () => undefined,
        queryClient: client,
      })
      // All events have happened; their frames and the answers to refetches arrive in any order.
      server.relation = all.at(-1)?.to ?? 'none'
      server.onTheWay = []
      const waiting = [...all]
      while (waiting.length + server.onTheWay.length > 0) {
        const [frame] = pick(2) === 0 ? waiting.splice(pick(waiting.length || 1), 1) : []
        if (frame) frame.emit((definition, data) => listeners.get(definition.event)?.(data as never))
        else server.onTheWay.splice(pick(server.onTheWay.length || 1), 1)[0]?.()
        await Promise.resolve()
      }
      await new Promise((resolve) => setImmediate(resolve))
      stop()
      expect(client.getQueryData(['matches'])).toEqual([{ person: jonas, relation: server.relation }])
    }),
    { numRuns: 100 },
  )
})
