import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const LOCKED = {
  '': {},
  'node_modules/fastify': { version: '5.0.0' },
  'node_modules/vite': { version: '8.0.0', dev: true },
  'node_modules/vitest': { version: '5.0.0', devOptional: true },
}
const folder = mkdtempSync(join(tmpdir(), 'wavelength-launch-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Launches a script where `installed` is in node_modules. A fake npm only prints its arguments. */
function launch(installed: object): string {
  mkdirSync(join(folder, 'tools'), { recursive: true })
  mkdirSync(join(folder, 'node_modules/node/bin'), { recursive: true })
  cpSync(new URL('launch.mjs', import.meta.url), join(folder, 'tools/launch.mjs'))
  symlinkSync(process.execPath, join(folder, 'node_modules/node/bin/node'))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: LOCKED }))
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }))
  writeFileSync(join(folder, 'npm.cjs'), '')
  const env = { ...process.env, npm_execpath: join(folder, 'npm.cjs') }
  return spawnSync(process.execPath, [join(folder, 'tools/launch.mjs'), '-p', '"started"'], { env, encoding: 'utf8' }).stdout
}

const { 'node_modules/fastify': fastify, 'node_modules/vite': vite, 'node_modules/vitest': vitest } = LOCKED

test('starts at once when everything is installed', () => {
  expect(launch({ 'node_modules/fastify': fastify, 'node_modules/vite': vite, 'node_modules/vitest': vitest })).toBe('started\n')
})

test('starts at once without packages that only builds and tests need', () => {
  expect(launch({ 'node_modules/fastify': fastify })).toBe('started\n')
})

test('starts although npm has installed optional peers of libraries', () => {
  expect(launch({ 'node_modules/fastify': fastify, 'node_modules/vitest': vitest })).toBe('started\n')
})

test.each([
  ['a package of the server is missing', { 'node_modules/vite': vite, 'node_modules/vitest': vitest }],
  ['a test tool is missing', { 'node_modules/fastify': fastify, 'node_modules/vite': vite }],
  ['a version is another', { 'node_modules/fastify': { version: '4.0.0' } }],
])('installs first when %s', (_, installed) => {
  expect(launch(installed)).toMatch(/^Installing dependencies .*\nstarted\n$/)
})
