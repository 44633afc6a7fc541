import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pino } from 'pino'
import { type FakeSmtpServer, startFakeSmtpServer } from '#sandbox/smtp/smtp.fake.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { manualClock } from '#tests/kit/people.ts'
import { manualJobs } from '#tests/kit/jobs.ts'
import type { Database } from '../db/database.ts'
import { createOutbox, type OutgoingEmail } from './outbox.ts'
import { createSmtp, smtpOptions } from './smtp.ts'

let database: Database
let server: FakeSmtpServer
let clock: ReturnType<typeof manualClock>
let jobs: ReturnType<typeof manualJobs>
let logged: string[]
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  await database.script('delete from mail_outbox')
  server = await startFakeSmtpServer()
  clock = manualClock()
  jobs = manualJobs()
  logged = []
})
afterEach(() => server.close())
afterAll(() => database.close())

const FROM = 'Wavelength <hello@wavelength.example>'

function outbox(url = server.url) {
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) })
  const route = { kind: 'smtp' as const, transport: createSmtp({ url, from: FROM }) }
  return createOutbox({ db: database.db, jobs, clock, newId: randomUUID, log, route })
}

const email: OutgoingEmail = {
  to: 'mira@example.org',
  subject: 'Schön, dass du da bist 🎧',
  paragraphs: ['Hello Mira & <friends>,', '.a line that begins with a dot'],
  action: { label: 'Sign in', url: 'http://127.0.0.1:8000/login?mode=link&a=1#code' },
}

/** Runs the waiting job once and returns whether it failed. */
const attempt = () =>
  jobs.runWaiting().then(
    () => 'done',
    () => 'failed',
  )
const waiting = () => outboxRows().then((rows) => rows.length)
const outboxRows = () => database.query('select * from mail_outbox')

test('an email reaches the mail server as text and as HTML, once, and is deleted here', async () => {
  const box = outbox()
  await box.send(email)
  expect(server.received).toEqual([])
  expect(await attempt()).toBe('done')
  const [mail] = server.received
  expect(mail).toMatchObject({ from: 'hello@wavelength.example', to: ['mira@example.org'] })
  expect(Object.fromEntries(mail?.headers ?? [])).toMatchObject({
    from: FROM,
    to: 'mira@example.org',
    subject: email.subject,
    'auto-submitted': 'auto-generated',
  })
  expect(mail?.text).toBe(
    'Hello Mira & <friends>,\n\n.a line that begins with a dot\n\nSign in:\nhttp://127.0.0.1:8000/login?mode=link&a=1#code\n\n-- \nWavelength\n',
  )
  expect(mail?.html).toContain('<p>Hello Mira &#38; &#60;friends&#62;,</p>')
  expect(mail?.html).toContain('<a href="http://127.0.0.1:8000/login?mode=link&#38;a=1#code"')
  expect([await waiting(), await attempt(), server.received.length]).toEqual([0, 'done', 1])
})

describe('a mail server that rejects the email', () => {
  test.each([
    ['is busy', 'RCPT', '451 4.3.0 later'],
    ['hangs up in the middle', '.', 'hang up'],
    ['is not what the settings say', 'MAIL', '530 5.7.0 Authentication required'],
  ])('and %s: the email stays queued and is sent with the next attempt', async (_why, verb, answer) => {
    const box = outbox()
    server.reject(verb, answer)
    await box.send(email)
    expect([await attempt(), await waiting()]).toEqual(['failed', 1])
    await box.resume()
    expect([await attempt(), await waiting(), server.received.length]).toEqual(['done', 0, 1])
  })

  test('with a wrong login: the email stays queued, because the operator can correct the login', async () => {
    const locked = await startFakeSmtpServer({ login: { user: 'wave@length', password: 'p:w/d' } })
    const wrong = outbox(locked.url.replace('wave', 'other'))
    await wrong.send(email)
    expect([await attempt(), await waiting()]).toEqual(['failed', 1])
    jobs = manualJobs()
    const right = outbox(locked.url)
    await right.resume()
    expect([await attempt(), await waiting(), locked.received.length]).toEqual(['done', 0, 1])
    await locked.close()
  })

  test('permanently: it is not retried, and this is logged without the address', async () => {
    const box = outbox()
    server.reject('RCPT', '550 5.1.1 no such user')
    await box.send(email)
    expect([await attempt(), await waiting()]).toEqual(['done', 0])
    expect(logged.join('')).toContain('an email could not be delivered')
    expect(logged.join('')).not.toContain('mira')
  })

  test.each([
    ['the receiver', 'RCPT', '451 4.2.2 <mira@example.org> is over quota', { code: 'EENVELOPE', status: 451 }],
    ['the mail', '.', '452 4.3.1 no room for mira@example.org', { code: 'EMESSAGE', status: 452 }],
  ])('for now, %s: the log and the queue contain the answer without the address', async (_what, verb, answer, expected) => {
    server.reject(verb, answer)
    const mail = { id: randomUUID(), to: email.to, subject: 'Hi', text: 'Hi', html: 'Hi', createdAt: clock.now(), unsubscribeUrl: null }
    const error = await createSmtp({ url: server.url, from: FROM })
      .deliver(mail)
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ ...expected, message: `the mail server answered ${expected.status}` })
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain('mira')
  })

  test('because the server is unreachable: the log has the reason', async () => {
    const { url } = server
    await server.close()
    const mail = { id: randomUUID(), to: email.to, subject: 'Hi', text: 'Hi', html: 'Hi', createdAt: clock.now(), unsubscribeUrl: null }
    await expect(createSmtp({ url, from: FROM }).deliver(mail)).rejects.toThrow(/not reached: .*ECONNREFUSED/)
  })

  test('at every attempt: the email fails after the last one', async () => {
    const { url } = server
    await server.close()
    const box = outbox(url)
    await box.send(email)
    const outcomes = []
    for (let index = 0; index < 30; index++) {
      outcomes.push(await attempt())
      await box.resume()
    }
    expect([outcomes.indexOf('done'), await waiting()]).toEqual([29, 0])
  })
})

test('an email whose link has expired is not sent', async () => {
  const box = outbox()
  await box.send({ ...email, expiresAt: new Date(clock.now().getTime() + 900_000) })
  clock.pass(900_000)
  expect([await attempt(), server.received, await waiting()]).toEqual(['done', [], 0])
})

test('an email queued just before a crash is sent after the restart, and a waiting one is not sent twice', async () => {
  await outbox().send(email)
  jobs = manualJobs()
  const restarted = outbox()
  await restarted.resume()
  await restarted.resume()
  await attempt()
  expect(server.received).toHaveLength(1)
})

test('line breaks in a subject or an address add no header and no receiver', async () => {
  const box = outbox()
  await box.send({ ...email, subject: 'Hi\r\nBcc: eve@example.org', to: 'mira@example.org\r\nBcc: eve@example.org' })
  await attempt()
  expect(server.received.flatMap(({ to }) => to).join()).not.toContain(',')
  expect(server.received.every(({ headers }) => !headers.has('bcc'))).toBe(true)
})

test('unsent emails to an address can be deleted, in any spelling of the address', async () => {
  const box = outbox()
  await box.send(email)
  await box.send({ ...email, to: 'jonas@example.org' })
  await box.removeFor('Mira@Example.org')
  await attempt()
  expect(server.received.map(({ to }) => to)).toEqual([['jonas@example.org']])
})

test('an installation without email fails to send rather than lose the email', async () => {
  const box = createOutbox({ db: database.db, jobs, clock, newId: randomUUID, log: pino({ level: 'silent' }), route: { kind: 'none' } })
  expect(box.isAvailable).toBe(false)
  await expect(box.send(email)).rejects.toThrow('No email')
})

test.each([
  ['smtp://mail.example', { host: 'mail.example', port: 587, secure: false, requireTLS: true }],
  ['smtp://mail.example:25?requireTLS=false', { host: 'mail.example', port: 25, secure: false, requireTLS: false }],
  ['smtps://a%40b:c%2Fd@mail.example', { port: 465, secure: true, auth: { user: 'a@b', pass: 'c/d' } }],
  ['smtp://127.0.0.1:2525', { host: '127.0.0.1', port: 2525, requireTLS: false }],
  ['smtp://[::1]:2525', { host: '::1', requireTLS: false }],
])('%s: never sends unencrypted, except on this machine or if the operator allows it', (url, options) => {
  expect(smtpOptions(url)).toMatchObject(options)
})

test('an email that was not requested has an unsubscribe link, for readers and mail programs', async () => {
  const url = 'https://own.example/unsubscribe?code=abc'
  await outbox().send({ ...email, unsubscribeUrl: url })
  await attempt()
  const [mail] = server.received
  expect(mail?.headers.get('list-unsubscribe')).toBe(`<${url}>`)
  expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect([mail?.text.includes(`Stop these mails:\n${url}`), mail?.html.includes(`<a href="${url}"`)]).toEqual([true, true])
})
