/** The version that PGlite reads and writes. An update of PGlite to another major version fails the tests of the embedded database. */
export const POSTGRES_VERSION = { major: '18', control: 1800, catalog: 202506291 }

const FILE_BYTES = 8192
/** Offsets of the fields of `ControlFileData`. The checksum covers everything before itself. */
const offsets = {
  system: 0,
  controlVersion: 8,
  catalogVersion: 12,
  state: 16,
  checkpoint: 32,
  redo: 40,
  timeline: 48,
  nextXid: 64,
  nextMultixact: 76,
  oldestXid: 84,
  walSegmentBytes: 228,
  checksum: 292,
}
const SHUT_DOWN = 1

/** The fields of `global/pg_control` that determine which other files must exist. */
export type ControlFile = {
  /** Random identifier of the database; the log files contain it too. */
  system: bigint
  isShutDown: boolean
  /** Positions in the log: of the last checkpoint, and of the start of recovery. */
  checkpoint: bigint
  redo: bigint
  timeline: number
  walSegmentBytes: number
  nextXid: bigint
  oldestXid: number
  nextMultixact: number
}

/** Returns a string with the problem unless this is the control file of a database that we can open. */
export function parseControlFile(bytes: Buffer): ControlFile | string {
  if (bytes.length === 0) return 'is empty'
  if (bytes.length !== FILE_BYTES) return `has ${bytes.length} bytes instead of ${FILE_BYTES}`
  const controlVersion = bytes.readUInt32LE(offsets.controlVersion)
  const catalogVersion = bytes.readUInt32LE(offsets.catalogVersion)
  if (bytes.readUInt32LE(offsets.checksum) !== crc32c(bytes.subarray(0, offsets.checksum))) {
    // Other versions have the checksum elsewhere; their number is more useful than "damaged".
    const isVersion = controlVersion > 0 && controlVersion < 10_000 && controlVersion !== POSTGRES_VERSION.control
    return isVersion ? wrongVersion(controlVersion, catalogVersion) : 'has a wrong checksum'
  }
  if (controlVersion !== POSTGRES_VERSION.control || catalogVersion !== POSTGRES_VERSION.catalog)
    return wrongVersion(controlVersion, catalogVersion)
  return {
    system: bytes.readBigUInt64LE(offsets.system),
    isShutDown: bytes.readInt32LE(offsets.state) === SHUT_DOWN,
    checkpoint: bytes.readBigUInt64LE(offsets.checkpoint),
    redo: bytes.readBigUInt64LE(offsets.redo),
    timeline: bytes.readUInt32LE(offsets.timeline),
    walSegmentBytes: bytes.readUInt32LE(offsets.walSegmentBytes),
    nextXid: bytes.readBigUInt64LE(offsets.nextXid),
    oldestXid: bytes.readUInt32LE(offsets.oldestXid),
    nextMultixact: bytes.readUInt32LE(offsets.nextMultixact),
  }
}

const wrongVersion = (control: number, catalog: number): string =>
  `is of another version of PostgreSQL (${control}, ${catalog}; this server reads ${POSTGRES_VERSION.control}, ${POSTGRES_VERSION.catalog})`

/** CRC-32C, which Node does not have: its `crc32` uses another polynomial. */
export function crc32c(bytes: Uint8Array): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1
  }
  return ~crc >>> 0
}
