import { expect, test, vi } from 'vitest'
import { connectionFrames } from '#contract/connections.ts'
import { discoverCalls } from '#contract/taste/discover.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { cacheResponse, callKey, queryClient } from '#web/platform/query.ts'
import { useBuddies } from './use-buddies.ts'

const listeners = vi.hoisted(() => new Map<unknown, () => void>())
vi.mock('#web/platform/socket/app-socket.ts', () => ({
  socketLink: { subscribe: (frame: unknown, listener: () => void) => void listeners.set(frame, listener) },
}))

function Buddies() {
  return <p>{useBuddies().data?.people.length}</p>
}

test('a new buddy, and the end of a connection, make the list of buddies stale that dialogs offer', () => {
  vi.stubGlobal('fetch', () => new Promise<never>(() => {}))
  const isStale = () => queryClient.getQueryState(callKey(discoverCalls.getRecipients, { query: {} }))?.isInvalidated
  for (const frame of [connectionFrames.new_connection_added, connectionFrames.connection_changed]) {
    cacheResponse(discoverCalls.getRecipients, { query: {} }, { people: [] })
    renderInApp(<Buddies />)
    expect(isStale()).toBe(false)
    listeners.get(frame)?.()
    expect(isStale()).toBe(true)
  }
  vi.unstubAllGlobals()
})
