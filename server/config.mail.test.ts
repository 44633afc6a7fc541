import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const SMTP_URL = 'smtps://user:password@mail.example'
const mailOf = (env: Record<string, string>) => readConfig(env).mail

test('without a mail server there are no mail settings, even with a sender address', () => {
  expect([mailOf({}), mailOf({ MAIL_FROM: 'hello@wavelength.example' })]).toEqual([null, null])
})

test('the sender is the one that is named, or no-reply at the public address', () => {
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
  ['a sender without a domain', { SMTP_URL, MAIL_FROM: 'Wavelength' }, /MAIL_FROM/],
  ['a sender with a line of its own', { SMTP_URL, MAIL_FROM: 'a\r\nBcc: b <c@d.example>' }, /MAIL_FROM/],
])('%s prevents the start', (_name, env, sentence) => {
  expect(() => readConfig(env)).toThrow(ConfigError)
  expect(() => readConfig(env)).toThrow(sentence)
})
