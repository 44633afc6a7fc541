import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { installationSecret, SecretMissing } from './secret.ts'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'wavelength-secret-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test('a new folder gets a secret that only its owner can read, and keeps it', () => {
  const made = installationSecret({ dataDir, configured: null, isNew: true })
  expect(made.length).toBeGreaterThanOrEqual(32)
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
  expect(installationSecret({ dataDir, configured: null, isNew: false })).toBe(made)
})

test('data without its secret refuses to start', () => {
  expect(() => installationSecret({ dataDir, configured: null, isNew: false })).toThrow(SecretMissing)
})

test('a configured secret wins and is not written to the folder', () => {
  writeFileSync(join(dataDir, 'secret'), 'old')
  expect(installationSecret({ dataDir, configured: 'configured', isNew: false })).toBe('configured')
  expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe('old')
})
