import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#tests/kit/database.ts'
import { manualClock } from '#tests/kit/people.ts'
import { manualJobs } from '#tests/kit/jobs.ts'
import type { Database } from '../db/database.ts'
import { registerDevInbox } from './dev-inbox.ts'
import { createOutbox, type Outbox } from './outbox.ts'

const clock = manualClock()
const app = Fastify()
let database: Database
let outbox: Outbox
beforeAll(async () => {
  database = await testDatabase()
  outbox = createOutbox({
    db: database.db,
    jobs: manualJobs(),
    clock,
    newId: randomUUID,
    log: pino({ level: 'silent' }),
    route: { kind: 'dev-inbox' },
  })
  registerDevInbox(app, { outbox })
})
afterAll(async () => {
  await app.close()
  await database.close()
})

const open = async (url: string) => {
  const response = await app.inject({ url })
  return { ...response, status: response.statusCode, csp: String(response.headers['content-security-policy']), body: response.body }
}

test('emails are listed newest first, and each can be opened with its link', async () => {
  await outbox.send({ to: 'mira@example.org', subject: 'First', paragraphs: ['One'] })
  clock.pass(60_000)
  await outbox.send({
    to: 'mira@example.org',
    subject: 'Second',
    paragraphs: ['Two'],
    action: { label: 'Go', url: 'http://127.0.0.1:8000/login?a=1&b=2#c' },
  })
  const list = await open('/__mail')
  expect(list.body.match(/<b>(\w+)<\/b>/g)).toEqual(['<b>Second</b>', '<b>First</b>'])
  const mail = await open(/href="(\/__mail\/[^"]+)"/.exec(list.body)?.[1] ?? '')
  expect(mail.body).toContain('<a href="http://127.0.0.1:8000/login?a=1&#38;b=2#c">')
})

test('content of an email is shown as text: nothing in it runs or is loaded', async () => {
  await outbox.send({
    to: '"><script>alert(1)</script>@example.org',
    subject: '<img src=x onerror=alert(1)>',
    paragraphs: ['<svg onload=alert(1)>', 'javascript:alert(1)', 'https://a.example/"onmouseover="alert(1)'],
  })
  const list = await open('/__mail')
  const mail = await open(/href="(\/__mail\/[^"]+)"/.exec(list.body)?.[1] ?? '')
  for (const page of [list, mail]) {
    expect(page.body).not.toMatch(/<script|<img|<svg|href="javascript|" ?onmouseover/)
    expect(page.csp).toMatch(/^default-src 'none'; style-src 'nonce-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/)
  }
})

test('finds only existing emails, and keeps the latest 200', async () => {
  expect([(await open(`/__mail/${randomUUID()}`)).status, (await open('/__mail/1%27%20or%201=1')).status]).not.toContain(200)
  for (let index = 0; index < 201; index++) {
    clock.pass(1)
    await outbox.send({ to: 'jonas@example.org', subject: `Number ${index}`, paragraphs: [] })
  }
  const email = await outbox.latest()
  expect([email.length, email[0]?.subject, email.at(-1)?.subject]).toEqual([200, 'Number 200', 'Number 1'])
})
