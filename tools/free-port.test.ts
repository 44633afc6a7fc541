import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from './free-port.ts'

test('uses the next free port when the requested one is in use', async () => {
  const holder = createServer()
  const preferred = await freePort('127.0.0.1', 0)
  await new Promise<void>((resolve) => holder.listen(preferred, '127.0.0.1', resolve))
  const got = await freePort('127.0.0.1', preferred)
  expect(got).toBeGreaterThan(preferred)
  await expect(freePort('127.0.0.1', preferred, 1)).rejects.toThrow(/No free port/)
  await new Promise((resolve) => holder.close(resolve))
})
