import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { cleanPicture } from './uploads.picture.ts'

const blank = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#e5446d' } })
/** 'taken', or the error code. */
const verdict = (bytes: Buffer) =>
  cleanPicture(bytes).then(
    () => 'taken',
    (error: AppError) => error.code,
  )

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

/** A black-and-white PNG of any size, made of nothing but zeros: 16,000 x 16,000 pixels fit into 31 KB. */
function hugePng(width: number, height: number): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const rows = deflateSync(Buffer.alloc(height * (Math.ceil(width / 8) + 1)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** An animated GIF of one pixel. */
function gifOf(frames: number): Buffer {
  const start = Buffer.concat([Buffer.from('GIF89a'), Buffer.from('01000100800000000000ffffff', 'hex')])
  const frame = Buffer.from('21f904000a0000002c0000000001000100000202440100', 'hex')
  return Buffer.concat([start, ...Array.from({ length: frames }, () => frame), Buffer.from('3b', 'hex')])
}

describe('accepted files', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('a %s becomes a webp', async (format) => {
    const { webp, width, height } = await cleanPicture(await blank(40, 30).toFormat(format).toBuffer())
    expect([(await sharp(webp).metadata()).format, width, height]).toEqual(['webp', 40, 30])
  })

  test('a large picture is made smaller with the same aspect ratio; a small one is unchanged', async () => {
    const large = await cleanPicture(await blank(2000, 500).jpeg().toBuffer())
    expect([large.width, large.height]).toEqual([1920, 480])
    const small = await cleanPicture(await blank(10, 10).jpeg().toBuffer())
    expect([small.width, small.height]).toEqual([10, 10])
  })

  test('a large one has a small size beside it and a placeholder of a few bytes; a small one needs no second size', async () => {
    const large = await cleanPicture(await blank(2000, 500).jpeg().toBuffer())
    const small = await sharp(large.small ?? Buffer.alloc(0)).metadata()
    expect([small.format, small.width, small.height, small.exif]).toEqual(['webp', 640, 160, undefined])
    expect(Buffer.from(large.thumbhash, 'base64').length).toBeLessThan(40)
    expect((await cleanPicture(await blank(640, 10).jpeg().toBuffer())).small).toBeNull()
  })

  test('A30: removes EXIF, XMP and color profiles, and turns the picture upright', async () => {
    const tagged = await blank(40, 20)
      .withExif({ IFD0: { Copyright: 'the owner' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>home</place></x:xmpmeta>')
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(tagged).metadata()).exif).toBeDefined()
    const { webp, width, height } = await cleanPicture(tagged)
    const { exif, xmp, icc, orientation } = await sharp(webp).metadata()
    expect({ exif, xmp, icc, orientation }).toEqual({ exif: undefined, xmp: undefined, icc: undefined, orientation: undefined })
    expect(webp.toString('latin1')).not.toContain('home')
    expect([width, height]).toEqual([20, 40])
  })
})

describe('A28: rejects files that only claim to be pictures', () => {
  test.each([
    ['an SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['an SVG behind an XML line', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a web page', '<!doctype html><script>alert(1)</script>'],
    ['PHP', '<?php system($_GET["c"]); ?>'],
    ['a PDF', '%PDF-1.7'],
    ['a TIFF', 'II*\0'],
  ])('%s', async (_what, text) => {
    expect(await verdict(Buffer.from(text))).toBe('unsupported_media')
  })

  test('an empty file', async () => {
    expect(await verdict(Buffer.alloc(0))).toBe('invalid_input')
  })

  test('a script that begins like a GIF', async () => {
    expect(await verdict(Buffer.from('GIF89a/*<script>alert(1)</script>*/=1;'))).toBe('invalid_input')
  })

  test('a picture with a script behind it loses the script', async () => {
    const polyglot = Buffer.concat([await blank(20, 20).jpeg().toBuffer(), Buffer.from('*/alert(1)/*')])
    expect((await cleanPicture(polyglot)).webp.toString('latin1')).not.toContain('alert')
  })
})

describe('A29: rejects decompression bombs before unpacking them', () => {
  test('16,000 x 16,000 pixels in a small file', async () => {
    const flood = hugePng(16_000, 16_000)
    expect(flood.length).toBeLessThan(40_000)
    const before = process.memoryUsage().rss
    const tookMs: number[] = []
    for (let index = 0; index < 3; index++) {
      const started = performance.now()
      expect(await verdict(flood)).toBe('too_large')
      tookMs.push(performance.now() - started)
    }
    // The best of three, so that other load on the machine doesn't matter.
    expect(Math.min(...tookMs)).toBeLessThan(100)
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024)
  })

  test('a moving picture of 10,000 frames costs one frame', async () => {
    const gif = gifOf(10_000)
    expect((await sharp(gif, { animated: true }).metadata()).pages).toBe(10_000)
    const started = performance.now()
    const { webp, width, height } = await cleanPicture(gif)
    expect(performance.now() - started).toBeLessThan(1_000)
    expect([(await sharp(webp).metadata()).pages ?? 1, width, height]).toEqual([1, 1, 1])
  })

  test.each(['jpeg', 'png', 'webp'] as const)('a %s cut off in the middle', async (format) => {
    const noise = sharp({
      create: { width: 300, height: 300, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
    })
    const whole = await noise.toFormat(format).toBuffer()
    expect(await verdict(whole.subarray(0, whole.length / 2))).toBe('invalid_input')
  })

  test('a file with more bytes than allowed', async () => {
    expect(await verdict(Buffer.alloc(limits.imageBytes + 1))).toBe('too_large')
  })
})
