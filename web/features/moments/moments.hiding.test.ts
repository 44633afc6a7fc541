import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hideMoment } from './moments.hiding.ts'
import { useRemovals } from './moments.removals.ts'
import { fakeCalls, rejected } from './moments.test-world.ts'

const id = '0199d3a0-0000-7000-8000-000000000001'
let calls: ReturnType<typeof fakeCalls>
const isHidden = () => useRemovals.getState().hidden.has(id)

beforeEach(() => {
  calls = fakeCalls()
  useRemovals.setState({ hidden: new Set() })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('hides a moment at once and restores it on undo', async () => {
  const done = hideMoment(id)
  expect(isHidden()).toBe(true)
  ;(await calls.next(`POST /app/auth/moments/${id}/hide`)).answer(200, {})
  await done
  expect(calls.notices.map(({ message }) => message)).toEqual(['You won’t see this moment again.'])
  calls.notices[0]?.action?.run()
  expect(isHidden()).toBe(false)
  ;(await calls.next(`DELETE /app/auth/moments/${id}/hide`)).answer(200, {})
})

it('restores a hidden moment with a notice when the server rejects it', async () => {
  const done = hideMoment(id)
  ;(await calls.next(`POST /app/auth/moments/${id}/hide`)).answer(429, rejected)
  await done
  expect([isHidden(), calls.notices.map(({ kind }) => kind)]).toEqual([false, ['error']])
})

it('keeps a moment hidden when the server rejects the undo', async () => {
  const done = hideMoment(id)
  ;(await calls.next(`POST /app/auth/moments/${id}/hide`)).answer(200, {})
  await done
  calls.notices[0]?.action?.run()
  ;(await calls.next(`DELETE /app/auth/moments/${id}/hide`)).answer(429, rejected)
  await expect.poll(() => isHidden()).toBe(true)
})
