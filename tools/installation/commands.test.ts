import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

/* The operator's commands as processes, on settings that are wrong. */

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wavelength-commands-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function run(command: string, settings: Record<string, string>): { code: number | null; error: string } {
  const [tool = '', ...args] = command.split(' ')
  const env = { PATH: process.env['PATH'], DATA_DIR: join(folder, 'data'), ...settings }
  const { status, stderr } = spawnSync(process.execPath, [join(process.cwd(), 'tools', `${tool}.ts`), ...args], {
    env,
    cwd: folder,
    encoding: 'utf8',
  })
  return { code: status, error: stderr.trim() }
}

const commands = ['moderator list', 'operator files', 'backup --to copy']

test.each(commands)('%s creates no installation where there is none', (command) => {
  const missing = join(folder, 'data')
  expect(run(command, {})).toEqual({ code: 1, error: `There is no data folder at ${missing}.` })
  expect(existsSync(missing)).toBe(false)
  mkdirSync(missing)
  expect(run(command, {})).toEqual({ code: 1, error: `There is no data folder at ${missing}.` })
  expect(readdirSync(missing)).toEqual([])
})

test.each(commands)('%s says in a sentence that PostgreSQL does not answer', (command) => {
  const { code, error } = run(command, { DATABASE_URL: 'postgres://wavelength:secret@127.0.0.1:9/wavelength' })
  expect([code, error.split('\n').length]).toEqual([1, 1])
  expect(error).toContain("database: PostgreSQL at 127.0.0.1:9 can't be used: ")
})
