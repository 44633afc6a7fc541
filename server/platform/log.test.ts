import { afterEach, expect, test, vi } from 'vitest'
import { createLogs } from './log.ts'

afterEach(() => vi.restoreAllMocks())

/** What reaches the terminal while `work` runs, line by line. */
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
])('A52: in %s logs a line break in a fact makes no line of its own', (_kind, pretty) => {
  const lines = linesOf(pretty, (log) => log.warn({ user_name: forged }, 'refused'))
  expect([lines.length, lines[0]?.includes('mira\\r\\n12:00')]).toEqual([1, true])
})

test('A52: an error’s text can’t pass for a line of ours, nor speak to the terminal', () => {
  const lines = linesOf(true, (log) => log.error({ err: new Error(`${forged}\u001b[2J`) }, 'failed'))
  expect(lines.filter((line) => /^\d\d:/.test(line))).toHaveLength(1)
  expect(lines.join('')).not.toContain('\u001b')
})

test('A52: tokens, passwords and cookies among the facts are hidden', () => {
  const facts = {
    token: 'secret-1',
    authorization: 'secret-2',
    cookie: 'secret-3',
    password: 'secret-4',
    request: { token: 'secret-5', authorization: 'secret-6' },
  }
  for (const pretty of [true, false]) expect(linesOf(pretty, (log) => log.info(facts, 'asked')).join('')).not.toContain('secret')
})
