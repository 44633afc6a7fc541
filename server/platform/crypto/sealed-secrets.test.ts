import { expect, test } from 'vitest'
import { createSecrets } from './sealed-secrets.ts'

const first = 'the first secret, thirty-two characters'
const second = 'the second secret, thirty-two characters'

test('an encrypted secret can be decrypted only in its own context', () => {
  const secrets = createSecrets({ secret: first })
  const sealed = secrets.seal('a token', 'tokens of one')
  expect(sealed).not.toContain('token')
  expect(secrets.open(sealed, 'tokens of one')).toBe('a token')
  expect(secrets.open(sealed, 'tokens of another')).toBeNull()
})

test('the same text is encrypted differently each time', () => {
  const secrets = createSecrets({ secret: first })
  expect(secrets.seal('a token', 'x')).not.toBe(secrets.seal('a token', 'x'))
})

test('a changed ciphertext can’t be decrypted', () => {
  const secrets = createSecrets({ secret: first })
  const [version, key, iv, sealed = ''] = secrets.seal('a token', 'x').split('.')
  const changed = `${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`
  expect(secrets.open([version, key, iv, changed].join('.'), 'x')).toBeNull()
  expect(secrets.open([version, key, iv, ''].join('.'), 'x')).toBeNull()
  expect(secrets.open('nonsense', 'x')).toBeNull()
})

test('after a change of the secret, old texts can be decrypted while the old secret is configured, and new ones use the new key', () => {
  const old = createSecrets({ secret: first }).seal('a token', 'x')
  const rotated = createSecrets({ secret: second, previous: [first] })
  expect(rotated.open(old, 'x')).toBe('a token')
  expect(createSecrets({ secret: second }).open(old, 'x')).toBeNull()
  expect(createSecrets({ secret: second }).open(rotated.seal('a token', 'x'), 'x')).toBe('a token')
})
