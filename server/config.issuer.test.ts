import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const issuerOf = (issuer: string) => readConfig({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'wave' }).issuers[0]?.issuer

test.each(['https://id.example', 'https://id.example/realms/one/', 'http://localhost:8080/a', 'http://127.0.0.1', 'http://[::1]:80'])(
  '%s is used as it is',
  (issuer) => expect(issuerOf(issuer)).toBe(issuer),
)

test.each([
  ['without TLS', 'http://id.example'],
  ['on a host that only begins like localhost', 'http://localhost.example'],
  ['of another scheme', 'ftp://localhost'],
  ['without slashes', 'https:id.example'],
  ['with a query', 'https://id.example?client_secret=sEcret'],
  ['with an empty query', 'https://id.example?'],
  ['with a fragment', 'https://id.example#sEcret'],
  ['with an empty fragment', 'https://id.example#'],
  ['with a user', 'https://anna:sEcret@id.example'],
  ['with a space', 'https://id.example '],
])('an issuer %s is rejected and not shown', (_, issuer) => {
  expect(() => issuerOf(issuer)).toThrow(ConfigError)
  expect(() => issuerOf(issuer)).toThrow(/^OIDC_ISSUER (?!.*sEcret).*https:\/\/id\.example, exactly/)
})
