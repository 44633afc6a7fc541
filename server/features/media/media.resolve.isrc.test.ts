import { expect, test } from 'vitest'
import { isrcKey } from './media.resolve.ts'

test('an ISRC has one spelling, and other texts are not an ISRC', () => {
  expect([isrcKey('USUM71703861'), isrcKey('us-um7-17-03861'), isrcKey(' GBUM7 1029604 ')]).toEqual([
    'USUM71703861',
    'USUM71703861',
    'GBUM71029604',
  ])
  expect([isrcKey(null), isrcKey(''), isrcKey('USUM7170386'), isrcKey('123456789012'), isrcKey('USUM7170386X')]).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
})
