import { expect, test, vi } from 'vitest'
import { playCalls } from '#contract/taste/plays.ts'
import { notify } from '#web/platform/notices.ts'
import { deletePlays, setPrivateSession } from './plays.commands.ts'

const answers = vi.hoisted(() => new Map<unknown, unknown>())
vi.mock('#web/platform/notices.ts', () => ({ notify: vi.fn<() => void>() }))
vi.mock('#web/platform/api-client.ts', async (original) => ({
  ...(await original()),
  callApi: async (call: unknown) => {
    if (!answers.has(call)) throw new Error('no answer')
    return answers.get(call)
  },
}))

const at = '2026-11-16T10:00:00.000Z'

test('shows how many plays were deleted', async () => {
  answers.set(playCalls.deletePlays, { deleted: 2 })
  expect(await deletePlays({ from: at, to: at })).toBe(true)
  expect(notify).toHaveBeenLastCalledWith('neutral', expect.any(String))
})

test('says when a change was not saved', async () => {
  expect(await setPrivateSession(6)).toBe(false)
  expect(notify).toHaveBeenLastCalledWith('error', expect.any(String))
})
