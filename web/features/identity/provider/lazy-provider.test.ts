import { describe, expect, it } from 'vitest'
import type { IdentityProvider, IdentityUser } from './identity.provider.ts'
import { createLazyProvider } from './lazy-provider.ts'

const alice: IdentityUser = { subject: 's-1', email: 'alice@example.org', emailVerified: true, displayName: null }
const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 0))

/** An adapter whose session is Alice's from the start. */
function adapter() {
  const listeners = new Set<(user: IdentityUser | null) => void>()
  let user: IdentityUser | null | undefined
  const become = (next: IdentityUser | null) => {
    user = next
    for (const listener of listeners) listener(next)
  }
  const made: Partial<IdentityProvider> = {
    kind: 'firebase',
    start: async () => become(alice),
    currentUser: () => user,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getToken: async () => 'token',
  }
  // These tests use nothing else of the interface.
  return { made: made as IdentityProvider, become }
}

function world() {
  const timers: { work: () => void; ms: number }[] = []
  let answer: () => Promise<IdentityProvider> = () => Promise.reject(new Error('offline'))
  let requests = 0
  const provider = createLazyProvider({
    choose: () => {
      requests++
      return answer()
    },
    later: (work, ms) => {
      const timer = { work, ms }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), 1)
    },
  })
  return {
    provider,
    timers,
    requests: () => requests,
    answerWith: (made: IdentityProvider) => {
      answer = async () => made
    },
  }
}

describe('lazy identity provider', () => {
  it('is unknown while the server does not answer, and retries', async () => {
    const { provider, timers, answerWith } = world()
    const notified: (IdentityUser | null)[] = []
    provider.subscribe((user) => notified.push(user))
    const token = provider.getToken()
    const started = provider.start()
    await nextTurn()
    expect([provider.currentUser(), timers.map(({ ms }) => ms)]).toEqual([undefined, [1_000]])
    timers[0]?.work()
    await nextTurn()
    expect(timers.map(({ ms }) => ms)).toEqual([2_000])
    answerWith(adapter().made)
    timers[0]?.work()
    await started
    expect([provider.currentUser(), notified, await token, timers]).toEqual([alice, [alice], 'token', []])
  })

  it('retries at once when started again, for example after a reconnect', async () => {
    const { provider, answerWith, requests } = world()
    void provider.start()
    await nextTurn()
    answerWith(adapter().made)
    await provider.start()
    expect([provider.currentUser(), requests()]).toEqual([alice, 2])
  })

  it('is created once for all waiting callers', async () => {
    const { provider, answerWith, requests } = world()
    answerWith(adapter().made)
    await Promise.all([provider.start(), provider.getToken(), provider.getToken()])
    expect([requests(), provider.kind]).toEqual([1, 'firebase'])
  })

  it('stops notifying a listener that unsubscribed, before and after it loads', async () => {
    const { provider, answerWith } = world()
    const { made, become } = adapter()
    const notified: string[] = []
    const early = provider.subscribe(() => notified.push('early'))
    provider.subscribe(() => notified.push('gone'))()
    answerWith(made)
    await provider.start()
    const late = provider.subscribe(() => notified.push('late'))
    become(null)
    early()
    late()
    become(alice)
    expect(notified).toEqual(['early', 'early', 'late'])
  })
})
