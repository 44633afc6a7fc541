import { crc32, inflateRawSync } from 'node:zlib'

/** Unpacks a zip file by its index, like unpackers do: path to content. Throws if the file contradicts itself. */
export function readZip(file: Buffer): Map<string, Buffer> {
  const end = file.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0) throw new Error('not a zip file')
  const large = file.readUInt16LE(end + 10) === 0xffff ? file.lastIndexOf(Buffer.from('PK\x06\x06', 'latin1')) : -1
  const count = large < 0 ? file.readUInt16LE(end + 10) : Number(file.readBigUInt64LE(large + 32))
  let offset = large < 0 ? file.readUInt32LE(end + 16) : Number(file.readBigUInt64LE(large + 48))
  const found = new Map<string, Buffer>()
  for (let index = 0; index < count; index++) {
    if (file.readUInt32LE(offset) !== 0x02014b50) throw new Error(`no index entry at ${offset}`)
    const [method, crc, packed, size] = [
      file.readUInt16LE(offset + 10),
      file.readUInt32LE(offset + 16),
      file.readUInt32LE(offset + 20),
      file.readUInt32LE(offset + 24),
    ]
    const nameLength = file.readUInt16LE(offset + 28)
    const name = file.toString('utf8', offset + 46, offset + 46 + nameLength)
    const local = file.readUInt32LE(offset + 42)
    if (file.readUInt32LE(local) !== 0x04034b50) throw new Error(`no entry at ${local}`)
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    const data = file.subarray(start, start + packed)
    const bytes = method === 8 ? inflateRawSync(data) : Buffer.from(data)
    if (bytes.length !== size || crc32(bytes) !== crc) throw new Error(`${name} is damaged`)
    found.set(name, bytes)
    offset += 46 + nameLength + file.readUInt16LE(offset + 30) + file.readUInt16LE(offset + 32)
  }
  return found
}
