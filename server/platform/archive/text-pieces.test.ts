import { expect, test } from 'vitest'
import { textParts, wholeText } from './text-pieces.ts'

async function* byteByByte(text: string): AsyncGenerator<Buffer> {
  for (const byte of Buffer.from(text)) yield Buffer.from([byte])
}

test('splits text at each separator, and keeps multi-byte characters whole', async () => {
  const parts: string[] = []
  for await (const batch of textParts(byteByByte('\uFEFFäé--漢😀--'), '--', { partLength: 100 })) parts.push(...batch)
  expect(parts).toEqual(['äé', '漢😀', ''])
})

test('rejects a part or a text without an end', async () => {
  const parts = textParts(byteByByte('a'.repeat(50)), '\n', { partLength: 20 })
  await expect(parts.next()).rejects.toMatchObject({ kind: 'too_large' })
  await expect(wholeText(byteByByte('a'.repeat(50)), { length: 20 })).rejects.toMatchObject({ kind: 'too_large' })
  expect(await wholeText(byteByByte('fits'), { length: 20 })).toBe('fits')
})
