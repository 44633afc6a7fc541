import { describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { mp4Recording, oggRecording, webmRecording } from '#tests/kit/recordings.ts'
import { readRecording } from './container.ts'

const outcomeOf = (bytes: Buffer) => {
  try {
    return readRecording(bytes)
  } catch (error) {
    return error instanceof AppError ? error.code : error
  }
}

describe('the container of a recording', () => {
  test('returns the format, and the length by its packets', () => {
    expect(readRecording(webmRecording(12_340))).toEqual({ format: 'webm', durationMs: 12_340 })
    expect(readRecording(oggRecording(12_340))).toEqual({ format: 'ogg', durationMs: 12_340 })
    expect(readRecording(mp4Recording(12_800))).toEqual({ format: 'mp4', durationMs: 12_800 })
    expect(readRecording(mp4Recording(12_800, { isFragmented: true }))).toEqual({ format: 'mp4', durationMs: 12_800 })
  })

  test('counts the packets of a file whose times are wrong', () => {
    const bytes = webmRecording(5_000)
    // The times of all blocks become 0.
    for (let index = bytes.indexOf('a3', 0, 'hex'); index >= 0; index = bytes.indexOf('a310000007', index + 1, 'hex'))
      bytes.writeUInt16BE(0, index + 6)
    expect(readRecording(bytes).durationMs).toBe(5_000)
  })

  test('is rejected with an unsupported codec, with pictures, and if it is not a recording', () => {
    expect(outcomeOf(webmRecording(100, { codec: 'A_PCM/INT/LIT' }))).toBe('unsupported_media')
    expect(outcomeOf(webmRecording(100, { trackType: 1 }))).toBe('unsupported_media')
    expect(outcomeOf(mp4Recording(1_000, { codec: 'avc1' }))).toBe('unsupported_media')
    expect(outcomeOf(Buffer.from('<svg onload="alert(1)"></svg>'))).toBe('unsupported_media')
    expect(outcomeOf(Buffer.from('ID3'))).toBe('invalid_input')
  })

  test('ends every read of a cut or damaged file with an error, or as a shorter recording', () => {
    const files = [webmRecording(400), oggRecording(400), mp4Recording(400), mp4Recording(400, { isFragmented: true })]
    const damagedAt = (whole: Buffer, offset: number) => Buffer.from(whole.with(offset, 255 - (whole[offset] ?? 0)))
    const variants = files.flatMap((whole) =>
      Array.from(whole.keys(), (offset) => [outcomeOf(whole.subarray(0, offset)), outcomeOf(damagedAt(whole, offset))]).flat(),
    )
    const expectedCodes: unknown[] = ['unsupported_media', 'invalid_input']
    const unexpected = variants.filter(
      (variant) => variant instanceof Error || (typeof variant !== 'object' && !expectedCodes.includes(variant)),
    )
    expect(unexpected).toEqual([])
  })
})
