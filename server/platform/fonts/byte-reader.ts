export type ByteReader = ReturnType<typeof createByteReader>

/** Reads numbers one after the other, the highest byte first. @throws RangeError behind the end */
export function createByteReader(bytes: Buffer, from = 0) {
  let at = from

  const take = (length: number): number => {
    at += length
    return at - length
  }

  const u8 = (): number => bytes.readUInt8(take(1))

  return {
    place: (): number => at,
    skip: (length: number): void => void take(length),
    u8,
    i8: (): number => bytes.readInt8(take(1)),
    u16: (): number => bytes.readUInt16BE(take(2)),
    i16: (): number => bytes.readInt16BE(take(2)),
    u32: (): number => bytes.readUInt32BE(take(4)),

    /** WOFF2's UIntBase128: seven bits a byte. */
    base128(): number {
      let value = 0
      for (let byte = 0; byte < 5; byte++) {
        const next = u8()
        value = value * 128 + (next & 127)
        if (next < 128) return value
      }
      throw new RangeError('a length is too long')
    },

    /** WOFF2's 255UInt16. */
    short(): number {
      const code = u8()
      if (code === 253) return bytes.readUInt16BE(take(2))
      if (code === 255) return u8() + 253
      return code === 254 ? u8() + 506 : code
    },
  }
}
