import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { keepDraft, recallDraft } from './composer.draft.ts'
import { forgetComposer } from './composer.forget.ts'
import { postMoment, useOutgoing } from './moments.outgoing.ts'
import { heldCalls } from './moments.test-world.ts'

const me = { uid: '0199d3a0-0000-7000-8000-00000000000b', user_name: 'mira', name: 'Mira', avatar_url: null }

let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  useAuthStore.setState({ uid: me.uid })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('whoever logs out leaves nothing of what they had begun, or were posting, to the next person at this browser', async () => {
  const calls = heldCalls()
  keepDraft(me.uid, { text: 'begun', audience: 'buddies' })
  keepDraft('somebody else', { text: 'theirs', audience: 'everyone' })
  const done = postMoment(me, { id: '0199d3a0-0000-7000-8000-000000000002', text: 'posting', audience: 'everyone', pictures: [] })
  const call = await calls.next('POST /app/auth/moments')
  await forgetComposer(me.uid)
  call.answer(429, {})
  await done
  expect([recallDraft(me.uid).text, recallDraft('somebody else').text, useOutgoing.getState().all]).toEqual(['', 'theirs', []])
  expect([...kept.values()].join(' ')).not.toMatch(/begun|posting/)
})
