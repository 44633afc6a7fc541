import { PGlite } from '@electric-sql/pglite'
import { citext } from '@electric-sql/pglite/contrib/citext'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { parsers } from '../decoding.ts'

/** Needed at every opening, not only for `create extension`: PGlite loads the functions from these files. */
const extensions = { pg_trgm, unaccent, citext }

/**
 * 32 MB instead of 128 saves 110 MB of memory, and the operating system caches the files anyway. With 16 MB, storing messages at
 * full speed is 5 to 10% slower after a hundred thousand (`bench/chat.ts`).
 */
const memory = ['-c', 'shared_buffers=32MB']

/** PGlite's own parameters disable fsync with `-F`. Its fdatasync does nothing, so the method must be fsync. */
const durableStart = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...memory,
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
]

export const durableOptions = { extensions, parsers, startParams: durableStart }
export const memoryOptions = { extensions, parsers, startParams: [...PGlite.defaultStartParams, ...memory] }
