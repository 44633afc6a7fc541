import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testDatabases } from '#web/platform/storage/test-database.ts'
import { inChatDatabase } from './database.ts'

let databases: ReturnType<typeof testDatabases>
beforeEach(() => {
  databases = testDatabases()
  vi.spyOn(indexedDB, 'open')
})
afterEach(() => {
  // The next test opens its own.
  databases.closeAll('onclose')
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const save = (id: string) => inChatDatabase('outbox', 'readwrite', (store) => store.put({ id }))
const stored = () => databases.kept()['wavelength-chat/outbox']

test.each(['onclose', 'onversionchange', null] as const)(
  'opens again after the connection was closed, with the event: %s',
  async (event) => {
    await save('first')
    databases.closeAll(event)
    await save('second')
    await save('third')
    expect([stored(), vi.mocked(indexedDB.open).mock.calls.length]).toEqual([3, 2])
  },
)

test('opens again after it could not be opened', async () => {
  databases.setFull(true)
  await expect(save('first')).rejects.toThrow('can’t be opened')
  databases.setFull(false)
  await save('second')
  expect(stored()).toBe(1)
})
