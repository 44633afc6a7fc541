import { expect, test } from 'vitest'
import { lookAlike } from './look-alike.ts'

const OWN = 'wavelength.example'
const imitated = (address: string) => {
  const found = lookAlike(new URL(address).hostname, OWN)
  return found?.kind === 'imitates' ? found.domain : (found?.kind ?? null)
}

test.each([
  ['Cyrillic letters', 'https://sp\u043etify.com', 'spotify.com'],
  ['an encoded name', 'https://xn--80ak6aa92e.com', 'apple.com'],
  ['an accent', 'https://y\u00f3utube.com/watch', 'youtube.com'],
  ['a digit', 'https://g00gle.com', 'google.com'],
  ['rn for m', 'https://rnicrosoft.com', 'microsoft.com'],
  ['a replaced letter', 'https://www.spotlfy.com', 'spotify.com'],
  ['an added letter', 'https://paypall.com', 'paypal.com'],
  ['a missing letter', 'https://login.facebok.com', 'facebook.com'],
  ['swapped letters', 'https://yuotube.com', 'youtube.com'],
  ['a known name as a subdomain', 'https://spotify.com.login.example', 'spotify.com'],
  ['this installation', 'https://wavelenght.example', OWN],
  ['two alphabets in one name', 'https://b\u0430nk-online.de', 'mixed'],
])('recognizes %s', (_what, address, expected) => {
  expect(imitated(address)).toBe(expected)
})

test.each([
  'open.spotify.com',
  'www.youtube.com',
  'youtu.be',
  OWN,
  'shopify.com',
  'switch.com',
  'ample.com',
  'm\u00fcnchen.de',
  'xn--mnchen-3ya.de',
  '\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444',
  'xn--\u00e4.com',
  '127.0.0.1',
  'localhost',
])('does not warn about %s', (host) => {
  expect(lookAlike(host, OWN)).toBeNull()
})
