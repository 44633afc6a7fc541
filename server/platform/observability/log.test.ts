import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { createLogs } from './log.ts'

afterEach(() => vi.restoreAllMocks())

/** The output in the terminal while `work` runs, line by line. */
function linesOf(pretty: boolean, work: (log: ReturnType<ReturnType<typeof createLogs>>) => void): string[] {
  let written = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written += String(text)
    return true
  })
  work(createLogs({ filter: '', pretty })('identity'))
  return written.split('\n').slice(0, -1)
}

const forged = 'mira\r\n12:00:00.000 ERROR app: all data was deleted'

test.each([
  ['readable', true],
  ['JSON', false],
])('A52: in %s logs a line break in a field starts no new line', (_kind, pretty) => {
  const lines = linesOf(pretty, (log) => log.warn({ user_name: forged }, 'rejected'))
  expect([lines.length, lines[0]?.includes('mira\\r\\n12:00')]).toEqual([1, true])
})

test('A52: an error’s text can’t imitate a log line or control the terminal', () => {
  const lines = linesOf(true, (log) => log.error({ err: new Error(`${forged}\u001b[2J`) }, 'failed'))
  expect(lines.filter((line) => /^\d\d:/.test(line))).toHaveLength(1)
  expect(lines.join('')).not.toContain('\u001b')
})

test('A52: tokens, passwords and cookies among the fields are hidden', () => {
  const fields = {
    token: 'secret-1',
    authorization: 'secret-2',
    cookie: 'secret-3',
    password: 'secret-4',
    request: { token: 'secret-5', authorization: 'secret-6' },
  }
  for (const pretty of [true, false]) expect(linesOf(pretty, (log) => log.info(fields, 'asked')).join('')).not.toContain('secret')
})

test('logs an error’s name, message, stack, code and our own fields, and nothing that a library attached', () => {
  const cause = Object.assign(new Error('the socket closed'), { address: 'mira@example.org' })
  const error = Object.assign(new Error('not sent', { cause }), {
    code: 'EENVELOPE',
    rejected: ['mira@example.org'],
    response: '451 mira@example.org',
  })
  const [line = ''] = linesOf(false, (log) => log.warn({ err: error }, 'failed'))
  expect(line).not.toContain('mira')
  expect(JSON.parse(line)).toMatchObject({ err: { type: 'Error', message: 'not sent: the socket closed', code: 'EENVELOPE' } })
  const [rejected = ''] = linesOf(false, (log) => log.warn(new AppError('not_connected', { from: 'one', to: 'two' })))
  expect(JSON.parse(rejected)).toMatchObject({ err: { code: 'not_connected', context: { from: 'one', to: 'two' } } })
})

test('the log names a violated unique constraint, but not the address', async () => {
  const database = await testDatabase()
  await database.script('create table readers (email text constraint readers_email_key unique)')
  const add = () => database.query('insert into readers values ($1)', ['mira@example.org'])
  await add()
  const error = await add().catch((thrown: unknown) => thrown)
  await database.close()
  for (const pretty of [true, false]) expect(linesOf(pretty, (log) => log.error({ err: error }, 'failed')).join('')).not.toContain('mira')
  const [line = ''] = linesOf(false, (log) => log.error({ err: error }, 'failed'))
  expect(JSON.parse(line)).toMatchObject({ err: { code: '23505', table: 'readers', constraint: 'readers_email_key' } })
})

test.each([
  ['a text', 'pulled the plug', 'pulled the plug'],
  ['something else', { email: 'mira@example.org' }, 'a thrown value that is not an error'],
])('logs thrown values that are no errors: %s', (_what, thrown, message) => {
  const [line = ''] = linesOf(false, (log) => log.error({ err: thrown }, 'failed'))
  expect(JSON.parse(line)).toMatchObject({ err: { message } })
  expect(line).not.toContain('mira')
})

test('a process whose output nobody reads any more keeps running', async () => {
  const script = `
    import { createLogs } from '${new URL('log.ts', import.meta.url).href}'
    const log = createLogs({ filter: '', pretty: true })('app')
    log.info('first')
    process.stdin.once('data', () => {
      log.info('unread')
      setImmediate(() => process.exit(7))
    })`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], { stdio: ['pipe', 'pipe', 'ignore'] })
  await once(child.stdout, 'data')
  child.stdout.destroy()
  await once(child.stdout, 'close')
  child.stdin.end('log something')
  expect(await once(child, 'exit')).toEqual([7, null])
})
