import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadInstallationSecret, SecretMissing } from './installation-secret.ts'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'wavelength-secret-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const unused = async () => false
const inUse = async () => true

test('a new installation gets a secret that only its owner can read, and keeps it', async () => {
  const made = await loadInstallationSecret({ dataDir, configured: null, isInUse: unused })
  expect(made.length).toBeGreaterThanOrEqual(32)
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
  expect(await loadInstallationSecret({ dataDir, configured: null, isInUse: inUse })).toBe(made)
})

test('does not start with data whose secret is missing, and creates no new secret', async () => {
  await expect(loadInstallationSecret({ dataDir, configured: null, isInUse: inUse })).rejects.toThrow(SecretMissing)
  expect(existsSync(join(dataDir, 'secret'))).toBe(false)
})

test('a configured secret takes precedence and is not written to the folder', async () => {
  writeFileSync(join(dataDir, 'secret'), 'old')
  expect(await loadInstallationSecret({ dataDir, configured: 'configured', isInUse: inUse })).toBe('configured')
  expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe('old')
})
