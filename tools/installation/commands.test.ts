import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

/* The operator's commands as processes, on arguments and settings that are wrong. */

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wavelength-commands-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function run(command: string, settings: Record<string, string> = {}): { code: number | null; error: string; printed: string } {
  const [tool = '', ...args] = command.split(' ')
  const env = { PATH: process.env['PATH'], DATA_DIR: join(folder, 'data'), ...settings }
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(process.cwd(), 'tools', `${tool}.ts`), ...args], {
    env,
    cwd: folder,
    encoding: 'utf8',
  })
  return { code: status, error: stderr.trim(), printed: stdout.trim() }
}

const commands = ['moderator list', 'operator files', 'backup --to copy']

test.each(commands)('%s creates no installation where there is none', (command) => {
  const missing = join(folder, 'data')
  expect(run(command)).toMatchObject({ code: 1, error: `There is no data folder at ${missing}.` })
  expect(existsSync(missing)).toBe(false)
  mkdirSync(missing)
  expect(run(command)).toMatchObject({ code: 1, error: `There is no data folder at ${missing}.` })
  expect(readdirSync(missing)).toEqual([])
})

test.each([
  ['is missing', null],
  ['is cut off', '{"format": 1,'],
])('restore creates no installation from a backup whose backup.json %s', (_, text) => {
  const backup = join(folder, 'backup')
  mkdirSync(backup)
  if (text !== null) writeFileSync(join(backup, 'backup.json'), text)
  expect(run(`restore --from ${backup}`)).toMatchObject({
    code: 1,
    error: `${backup} is not a Wavelength backup: its backup.json is missing or not readable.`,
  })
  expect(readdirSync(folder)).toEqual(['backup'])
})

test.each(commands)('%s says in a sentence that PostgreSQL does not answer', (command) => {
  const { code, error } = run(command, { DATABASE_URL: 'postgres://wavelength:secret@127.0.0.1:9/wavelength' })
  expect([code, error.split('\n').length]).toEqual([1, 1])
  expect(error).toContain("database: PostgreSQL at 127.0.0.1:9 can't be used: ")
})

test.each([
  ['backup --too copy', "Unknown option '--too'."],
  ['backup', 'The target folder is missing.'],
  ['backup --to', "Option '--to <value>' argument missing."],
  ['backup copy', 'Unknown argument: copy.'],
  ['restore', 'The backup is missing.'],
  ['move --from data', 'The source or the target is missing.'],
  ['moderator', 'A command is missing.'],
  ['moderator promote anna', 'Unknown argument: promote.'],
  ['moderator add', 'A name is missing after add.'],
  ['moderator add anna ben', 'Unknown argument: ben.'],
  ['operator toString', 'Unknown argument: toString.'],
  ['operator sign-out anna --yes', '--yes has no effect on sign-out.'],
  ['doctor --verbose', "Unknown option '--verbose'."],
  ['start --emtpy', "Unknown option '--emtpy'."],
])('%s prints what is wrong and the usage, and exits with 2', (command, problem) => {
  const { code, error } = run(command)
  const [first, , usage] = error.split('\n')
  expect([code, first, usage]).toEqual([2, problem, 'Usage:'])
  expect(readdirSync(folder)).toEqual([])
})

test('--help prints the usage', () => {
  expect(run('moderator list --help')).toEqual({
    code: 0,
    error: '',
    printed: expect.stringMatching(/^Usage:\n {2}npm run moderator -- add/),
  })
})
