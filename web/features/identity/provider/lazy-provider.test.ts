import { describe, expect, it } from 'vitest'
import type { IdentityProvider, IdentityUser } from './identity.provider.ts'
import { createOfferedProvider } from './lazy-provider.ts'

const alice: IdentityUser = { subject: 's-1', email: 'alice@example.org', emailVerified: true, displayName: null }
const turn = () => new Promise((resolve) => setTimeout(resolve, 0))

/** An adapter that knows at once that Alice is signed in. */
function adapter() {
  const listeners = new Set<(user: IdentityUser | null) => void>()
  const opened: string[] = []
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
    signInWithPopup(id) {
      opened.push(id)
      return Promise.resolve(alice)
    },
  }
  // The tests below use nothing else of it.
  return { made: made as IdentityProvider, opened, become }
}

function world() {
  const timers: { work: () => void; ms: number }[] = []
  let answer: () => Promise<IdentityProvider> = () => Promise.reject(new Error('offline'))
  let asked = 0
  const provider = createOfferedProvider({
    choose: () => {
      asked++
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
    asked: () => asked,
    answerWith: (made: IdentityProvider) => {
      answer = async () => made
    },
  }
}

describe('the provider that an installation offers', () => {
  it('is unknown while the server can’t be asked, and is asked for again', async () => {
    const { provider, timers, answerWith } = world()
    const told: (IdentityUser | null)[] = []
    provider.subscribe((user) => told.push(user))
    const token = provider.getToken()
    const started = provider.start()
    await turn()
    expect([provider.currentUser(), timers.map(({ ms }) => ms)]).toEqual([undefined, [1_000]])
    timers[0]?.work()
    await turn()
    expect(timers.map(({ ms }) => ms)).toEqual([2_000])
    answerWith(adapter().made)
    timers[0]?.work()
    await started
    expect([provider.currentUser(), told, await token, timers]).toEqual([alice, [alice], 'token', []])
  })

  it('is asked for at once when it is started again, for example because the connection came back', async () => {
    const { provider, answerWith, asked } = world()
    void provider.start()
    await turn()
    answerWith(adapter().made)
    await provider.start()
    expect([provider.currentUser(), asked()]).toEqual([alice, 2])
  })

  it('is made once for everybody who waits', async () => {
    const { provider, answerWith, asked } = world()
    answerWith(adapter().made)
    await Promise.all([provider.start(), provider.getToken(), provider.getToken()])
    expect([asked(), provider.kind]).toEqual([1, 'firebase'])
  })

  it('opens a window inside the click', async () => {
    const { provider, answerWith } = world()
    const { made, opened } = adapter()
    answerWith(made)
    await provider.start()
    void provider.signInWithPopup('google')
    expect(opened).toEqual(['google'])
  })

  it('tells nothing to whoever has stopped listening, before it came or after', async () => {
    const { provider, answerWith } = world()
    const { made, become } = adapter()
    const told: string[] = []
    const early = provider.subscribe(() => told.push('early'))
    provider.subscribe(() => told.push('gone'))()
    answerWith(made)
    await provider.start()
    const late = provider.subscribe(() => told.push('late'))
    become(null)
    early()
    late()
    become(alice)
    expect(told).toEqual(['early', 'early', 'late'])
  })
})
