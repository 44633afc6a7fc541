import { afterAll, beforeAll, expect, test } from 'vitest'
import { type InProcessServer, startInProcessServer } from '#tests/kit/in-process-server.ts'

let server: InProcessServer
beforeAll(async () => {
  server = await startInProcessServer()
})
afterAll(() => server.stop())

const timeZoneOf = async (token: string) => (await server.act('getNotificationSettings', { token }))['time_zone']

test('the first session stores the time zone of the device, and later ones do not change it', async () => {
  const mira = await server.person('mira')
  expect(await timeZoneOf(mira.token)).toBe('UTC')
  await server.act('startFileSession', mira, { body: {} })
  // Some browsers name time zones that the server doesn't know.
  await server.act('startFileSession', mira, { body: { time_zone: 'Etc/Unknown' } })
  expect(await timeZoneOf(mira.token)).toBe('UTC')
  await server.act('startFileSession', mira, { body: { time_zone: 'America/New_York' } })
  expect(await timeZoneOf(mira.token)).toBe('America/New_York')
  await server.act('startFileSession', mira, { body: { time_zone: 'Asia/Tokyo' } })
  expect(await timeZoneOf(mira.token)).toBe('America/New_York')
})

test('a page stores it with its first request, before it reads its data', async () => {
  const { origin } = server
  const email = 'zone@reads.example'
  const signedUp = await fetch(`${origin}/identity/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email, password: 'a long enough secret', name: 'Zone' }),
  })
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const start = await fetch(`${origin}/identity/start?page=%2F&zone=Asia%2FTokyo`, { headers: { origin, cookie } })
  // Sent by the server under test.
  const { token } = (await start.json()) as { token: string }
  const account = { user_name: 'zone.marked', name: 'Zone', avatar_id: null, languages: ['en'], birth_year: 1990 }
  await server.act('setUpAccount', { token }, { body: account })
  expect(await timeZoneOf(token)).toBe('Asia/Tokyo')
})
