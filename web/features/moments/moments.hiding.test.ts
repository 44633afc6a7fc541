import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hideMoment } from './moments.hiding.ts'
import { useRemovals } from './moments.removals.ts'
import { heldCalls, refused } from './moments.test-world.ts'

const id = '0199d3a0-0000-7000-8000-000000000001'
let calls: ReturnType<typeof heldCalls>
const isHidden = () => useRemovals.getState().hidden.has(id)

beforeEach(() => {
  calls = heldCalls()
  useRemovals.setState({ hidden: new Set() })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('a hidden moment goes at once and comes back when that is undone', async () => {
  const done = hideMoment(id)
  expect(isHidden()).toBe(true)
  ;(await calls.next(`POST /app/auth/moments/${id}/hide`)).answer(200, {})
  await done
  expect(calls.notices.map(({ message }) => message)).toEqual(['You won’t see this moment again.'])
  calls.notices[0]?.action?.run()
  expect(isHidden()).toBe(false)
  ;(await calls.next(`DELETE /app/auth/moments/${id}/hide`)).answer(200, {})
})

it('a hidden moment comes back when the server refuses, and that is told', async () => {
  const done = hideMoment(id)
  ;(await calls.next(`POST /app/auth/moments/${id}/hide`)).answer(429, refused)
  await done
  expect([isHidden(), calls.notices.map(({ kind }) => kind)]).toEqual([false, ['error']])
})

it('undoing that the server refuses leaves it hidden', async () => {
  const done = hideMoment(id)
  ;(await calls.next(`POST /app/auth/moments/${id}/hide`)).answer(200, {})
  await done
  calls.notices[0]?.action?.run()
  ;(await calls.next(`DELETE /app/auth/moments/${id}/hide`)).answer(429, refused)
  await expect.poll(() => isHidden()).toBe(true)
})
