import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { AttachmentKind, Attachment } from '../uploads.types.ts'
import type { RecordingMetadata, RecordingFormat } from './container.ts'

/** A recording whose parts may still be arriving: `format` and `durationMs` are null until then. */
export type StoredRecording = {
  id: string
  uid: Uid
  path: string
  bytes: number
  waveform: number[]
  durationMs: number | null
  format: RecordingFormat | null
  attachment: Attachment | null
}

type Row = Omit<StoredRecording, 'attachment'> & { held_by: AttachmentKind | null; holder_id: string | null }

const columns = sql`id, uid, path, bytes, waveform, duration_ms as "durationMs", format, held_by, holder_id`

function toRecording({ held_by: of, holder_id: holderId, ...rest }: Row): StoredRecording {
  return { ...rest, attachment: of && holderId ? { of, id: holderId } : null }
}

/** Recordings are rows of `uploads` with a waveform; `uploads.store.ts` deletes them like pictures. */
export function recordingsStore(db: Db) {
  return {
    async insert({ id, uid, path, bytes, waveform }: Pick<StoredRecording, 'id' | 'uid' | 'path' | 'bytes' | 'waveform'>, now: Date) {
      await sql`
        insert into uploads (id, uid, path, width, height, bytes, state, waveform, created_at)
        values (${id}, ${uid}, ${path}, 0, 0, ${bytes}, 'arriving', ${waveform}::smallint[], ${now})
      `.execute(db)
    },

    async find(id: string): Promise<StoredRecording | null> {
      const { rows } = await sql<Row>`select ${columns} from uploads where id = ${id} and waveform is not null`.execute(db)
      return rows.map(toRecording)[0] ?? null
    },

    /** The number of bytes that have arrived of an unfinished recording. */
    async offset(id: string): Promise<number> {
      const { rows } = await sql<{ bytes: number }>`
        select coalesce(sum(octet_length(bytes)), 0)::int as bytes from upload_parts where upload_id = ${id}
      `.execute(db)
      return rows[0]?.bytes ?? 0
    },

    /** @returns false when this part, or the whole recording, was stored or deleted in the meantime */
    async addPart(id: string, start: number, bytes: Buffer): Promise<boolean> {
      const { numAffectedRows } = await sql`
        insert into upload_parts (upload_id, start, bytes)
        select id, ${start}::int, ${bytes}::bytea from uploads where id = ${id} and state = 'arriving' on conflict do nothing
      `.execute(db)
      return Boolean(numAffectedRows)
    },

    async parts(id: string): Promise<Uint8Array[]> {
      const { rows } = await sql<{ bytes: Uint8Array }>`
        select bytes from upload_parts where upload_id = ${id} order by start
      `.execute(db)
      return rows.map(({ bytes }) => bytes)
    },

    /** Marks the recording as stored and deletes its parts. @returns false when it was deleted in the meantime */
    async finish(id: string, { format, durationMs }: RecordingMetadata): Promise<boolean> {
      const { rows } = await sql`
        with done as (
          update uploads set state = 'stored', format = ${format}, duration_ms = ${durationMs}::int where id = ${id} returning id
        ), gone as (delete from upload_parts where upload_id = ${id})
        select id from done
      `.execute(db)
      return rows.length > 0
    },

    async attachedTo(of: AttachmentKind, ids: readonly string[]): Promise<StoredRecording[]> {
      if (ids.length === 0) return []
      const { rows } = await sql<Row>`
        select ${columns} from uploads
        where held_by = ${of} and holder_id = any(${[...ids]}::uuid[]) and waveform is not null and state = 'stored'
      `.execute(db)
      return rows.map(toRecording)
    },

    async listByOwner(uid: Uid): Promise<(StoredRecording & { createdAt: Date })[]> {
      const { rows } = await sql<Row & { createdAt: Date }>`
        select ${columns}, created_at as "createdAt" from uploads
        where uid = ${uid} and waveform is not null and state = 'stored' order by created_at, id
      `.execute(db)
      return rows.map(({ createdAt, ...row }) => ({ ...toRecording(row), createdAt }))
    },
  }
}
