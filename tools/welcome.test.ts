import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { welcome } from './welcome.ts'

const base = {
  origin: 'https://own.example',
  logins: [],
  requestedPort: 8000,
  port: 8000,
  dataDir: 'data',
  demo: false,
  inbox: null,
  hasDocs: true,
}

test('a start without mail lists the missing sign-in and recovery methods', () => {
  const text = stripVTControlCharacters(welcome({ ...base, sendsMail: false }))
  for (const part of ['SMTP_URL', 'sign-in links by email', 'new passwords', 'confirmed email addresses']) expect(text).toContain(part)
  expect(welcome({ ...base, sendsMail: true })).not.toContain('SMTP_URL')
})
