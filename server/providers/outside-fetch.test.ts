import { createServer, type Server } from 'node:net'
import type { LookupAddress } from 'node:dns'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isPublicAddress } from '#server/providers/outside-fetch.ts'
import { createPublicFetch } from '#server/providers/outside-fetch.ts'

/** A listener inside the network: it counts connections and does not speak TLS. */
let inside: Server
let port = 0
let visits = 0
beforeAll(async () => {
  inside = createServer((socket) => {
    visits++
    socket.destroy()
  })
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
  const address = inside.address()
  if (address !== null && typeof address === 'object') port = address.port
})
afterAll(() => void inside.close())
beforeEach(() => {
  visits = 0
})

const of4 = (address: string): LookupAddress => ({ address, family: 4 })
/** A name server that returns these answers one after the other. */
function nameServer(...answers: LookupAddress[][]) {
  const lookups: string[] = []
  return {
    lookups,
    resolve: (host: string, _options: unknown, done: (error: null, found: LookupAddress[]) => void) => {
      lookups.push(host)
      done(null, answers[Math.min(lookups.length, answers.length) - 1] ?? [])
    },
  }
}
const outcome = (fetching: Promise<Response>) =>
  fetching.then(
    () => 'answered',
    (error: Error) => error.message,
  )
const init = () => ({ signal: AbortSignal.timeout(3_000), headers: {} })

describe('A26: public and private addresses', () => {
  test.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '192.0.0.1',
    '198.18.0.1',
    '203.0.113.5',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:db8::1',
    'localhost',
    '',
  ])('%s', (address) => expect(isPublicAddress(address)).toBe(false))

  test.each(['8.8.8.8', '142.250.1.1', '172.32.0.1', '100.128.0.1', '2a00:1450:4001::8a', '2606:4700::1'])('%s is public', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )

  test.each(['127.0.0.1', '[::1]', '0.0.0.0', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '[::ffff:127.0.0.1]', '169.254.169.254'])(
    'rejects https://%s before connecting',
    async (host) => {
      expect(await outcome(createPublicFetch()(`https://${host}:${port}/`, init()))).toBe('requests to this address are not allowed')
      expect(visits).toBe(0)
    },
  )

  test.each(['http:', 'ftp:', 'file:', 'gopher:'])('%s is rejected before a DNS lookup', async (scheme) => {
    const { resolve, lookups } = nameServer([of4('8.8.8.8')])
    expect(await outcome(createPublicFetch({ resolve })(`${scheme}//www.youtube.com/`, init()))).toBe(
      'requests to this address are not allowed',
    )
    expect(lookups).toEqual([])
  })

  test('rejects localhost as resolved by the system, too', async () => {
    for (const name of ['localhost', 'localhost.']) {
      expect(await outcome(createPublicFetch()(`https://${name}:${port}/`, init()))).toMatch(/not public|no address|ENOTFOUND|EAI_AGAIN/)
    }
    expect(visits).toBe(0)
  })
})

describe('A26: names that resolve to internal addresses', () => {
  test.each([
    ['at once', [of4('127.0.0.1')]],
    ['beside a public address', [of4('142.250.1.1'), of4('127.0.0.1')]],
    ['as IPv6', [{ address: '::1', family: 6 }]],
    ['wrapped in IPv6', [{ address: '::ffff:127.0.0.1', family: 6 }]],
  ])('%s: no packet gets there', async (_how, found) => {
    const { resolve } = nameServer(found)
    expect(await outcome(createPublicFetch({ resolve })(`https://www.youtube.com:${port}/`, init()))).toBe(
      'the name resolves to an address that is not public',
    )
    expect(visits).toBe(0)
  })

  test('a name that changes between being checked and being used is looked up only once', async () => {
    // The first answer passes the check; it is this machine, so that the test sees the connection.
    const { resolve, lookups } = nameServer([of4('127.0.0.1')], [of4('10.0.0.1')])
    const checked: string[] = []
    const mayReach = (address: string) => {
      checked.push(address)
      return true
    }
    await outcome(createPublicFetch({ resolve, mayReach })(`https://www.youtube.com:${port}/`, init()))
    expect([lookups, checked, visits]).toEqual([['www.youtube.com'], ['127.0.0.1'], 1])
  })
})
