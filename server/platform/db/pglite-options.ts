import { PGlite } from '@electric-sql/pglite'
import { citext } from '@electric-sql/pglite/contrib/citext'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { parsers } from './decoding.ts'

/** Needed at every open, not only where `create extension` runs: the functions live in files that PGlite has to load. */
const extensions = { pg_trgm, unaccent, citext }

/** 16 MB instead of 128 saves 130 MB of memory; the operating system caches the files anyway. */
const memory = ['-c', 'shared_buffers=16MB']

/** PGlite's own parameters switch fsync off with `-F`; and its fdatasync does nothing, so the method must be fsync. */
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
