import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const SMTP_URL = 'smtps://user:password@mail.example'
const mailOf = (env: Record<string, string>) => readConfig(env).mail

test('without a mail server there are no mail settings, even with a sender address', () => {
  expect([mailOf({}), mailOf({ MAIL_FROM: 'hello@wavelength.example' })]).toEqual([null, null])
})

test('the sender is the configured address, or no-reply at the public address', () => {
  expect(mailOf({ SMTP_URL, MAIL_FROM: 'Wave <hello@wavelength.example>' })).toEqual({
    url: SMTP_URL,
    from: 'Wave <hello@wavelength.example>',
  })
  expect(mailOf({ SMTP_URL, MAIL_FROM: 'hello@wavelength.example' })?.from).toBe('hello@wavelength.example')
  expect(mailOf({ SMTP_URL, PUBLIC_URL: 'https://wavelength.example' })?.from).toBe('Wavelength <no-reply@wavelength.example>')
  expect(mailOf({ SMTP_URL })?.from).toBe('Wavelength <no-reply@localhost>')
})

test.each([
  ['a bare host', { SMTP_URL: 'mail.example' }, /SMTP_URL/],
  ['another kind of address', { SMTP_URL: 'https://mail.example' }, /SMTP_URL/],
  ['a password with a slash', { SMTP_URL: 'smtps://user:12/et@mail.example' }, /SMTP_URL .*percent-encoded/],
  ['a password with a question mark', { SMTP_URL: 'smtps://user:12?et@mail.example' }, /SMTP_URL/],
  ['a password with a hash', { SMTP_URL: 'smtps://user:12#et@mail.example' }, /SMTP_URL/],
  ['a password with a bare percent sign', { SMTP_URL: 'smtps://user:100%et@mail.example' }, /SMTP_URL/],
  ['a password without a user', { SMTP_URL: 'smtps://:password@mail.example' }, /SMTP_URL/],
  ['a path', { SMTP_URL: 'smtps://mail.example/inbox' }, /SMTP_URL/],
  ['an option that has no effect', { SMTP_URL: 'smtp://mail.example?secure=true' }, /requireTLS/],
  ['port 0', { SMTP_URL: 'smtp://mail.example:0' }, /SMTP_URL/],
  ['a sender without a domain', { SMTP_URL, MAIL_FROM: 'Wavelength' }, /MAIL_FROM/],
  ['a sender with a line of its own', { SMTP_URL, MAIL_FROM: 'a\r\nBcc: b <c@d.example>' }, /MAIL_FROM/],
])('%s prevents the start', (_name, env, sentence) => {
  expect(() => readConfig(env)).toThrow(ConfigError)
  expect(() => readConfig(env)).toThrow(sentence)
})

test.each(['smtps://user:pa%2Fss@mail.example:465/', 'smtp://mail.example?requireTLS=false', 'smtp://[::1]:1025'])(
  '%s is accepted',
  (url) => {
    expect(mailOf({ SMTP_URL: url })?.url).toBe(url)
  },
)

test('a rejected mail server is not shown', () => {
  expect(() => readConfig({ SMTP_URL: 'smtps://user:sEcr/et@mail.example' })).toThrow(/^(?!.*(sEcr|et@)).*$/)
})
