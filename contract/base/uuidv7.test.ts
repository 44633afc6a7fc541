import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { uuidv7 } from './ids.ts'
import { newUuidv7 } from './uuidv7.ts'

const FIRST_OVERFLOW_MS = 2 ** 48

describe('newUuidv7', () => {
  test('creates a UUIDv7 that contains the given time', () => {
    fc.assert(
      fc.property(fc.nat(FIRST_OVERFLOW_MS - 1), (ms) => {
        const id = newUuidv7(ms)
        expect(uuidv7.safeParse(id).success).toBe(true)
        expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(ms)
      }),
    )
  })

  test('creates ids that sort by creation time', () => {
    fc.assert(
      fc.property(fc.nat(FIRST_OVERFLOW_MS - 2), fc.nat(100_000), (ms, later) => {
        fc.pre(ms + later + 1 < FIRST_OVERFLOW_MS)
        expect(newUuidv7(ms) < newUuidv7(ms + later + 1)).toBe(true)
      }),
    )
  })

  test('creates a different id on every call, even within one millisecond', () => {
    const ids = new Set(Array.from({ length: 10_000 }, () => newUuidv7(1_800_000_000_000.9)))
    expect(ids.size).toBe(10_000)
  })
})
