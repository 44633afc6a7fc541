import { createServer, type Server } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { explainListen, ListenFailed } from './listen-failure.ts'

async function failureAt(host: string, port: number): Promise<unknown> {
  const [error] = (await once(createServer().listen(port, host), 'listening').then(
    () => [null],
    (failure: unknown) => [failure],
  )) as [unknown]
  return explainListen(error, host, port)
}

test('a port in use and a wrong host are explained', async () => {
  const other: Server = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0
  expect(String(await failureAt('127.0.0.1', port))).toContain(`can't listen at 127.0.0.1, port ${port}. Another program uses this port.`)
  expect(String(await failureAt('192.0.2.1', port))).toContain('This machine has no such address. Set HOST')
  other.close()
})

test('a port that needs more rights is explained, and other errors are unchanged', () => {
  const denied = Object.assign(new Error('listen EACCES'), { code: 'EACCES' })
  expect(explainListen(denied, '127.0.0.1', 80)).toBeInstanceOf(ListenFailed)
  const bug = new TypeError('a bug')
  expect(explainListen(bug, '127.0.0.1', 80)).toBe(bug)
})
