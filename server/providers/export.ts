import type { ItemKind } from '#contract/media.ts'
import type { SkipReason } from '#contract/imports.ts'
import type { FileSource } from '#contract/taste/taste.ts'

/** One row of an export, in our terms. Other fields of the row are already dropped. */
export type ExportRow =
  /** A track was played. `at` in milliseconds since 1970; null if the row has no time that we understand. */
  | {
      type: 'track'
      name: string
      artist: string
      spotifyId: string | null
      isrc?: string
      /** The length of the track, if the file has it. */
      durationMs?: number | null
      at: number | null
      /** The time played, if the file has it. */
      seconds?: number
    }
  | { type: 'video'; name: string; youtubeId: string; channel: string; channelId: string | null; at: number | null }
  /** The user follows, saved or subscribed to an item. */
  | { type: 'saved'; kind: ItemKind; name: string; by: string | null; spotifyId: string | null; youtubeId: string | null }
  /** The user rejected an item: it is left out, however often it was played. */
  | { type: 'banned'; kind: ItemKind; name: string; by: string | null }
  | { type: 'skipped'; why: SkipReason }

/** One kind of file in an export, recognized by its content; its name may be anything. */
export type ExportFormat = {
  source: FileSource
  /** The precision of the times. Plays of two files this close to each other can be the same play. */
  precisionMs: number
  /** Any page is accepted: one without entries is a different file, not an empty one. */
  isAnyPage?: true
  /** Whether a file with this beginning has this format. `head` is the text of its first kilobytes. */
  recognizes: (head: string) => boolean
  /** Its entries in batches. @throws ArchiveError when it is damaged */
  rows: (pieces: AsyncIterable<Buffer>) => AsyncGenerator<ExportRow[]>
}

/** Services record the beginning or the end of a play. */
export const PLAY_PRECISION_MS = 5 * 60_000

export const skipped = (why: SkipReason): ExportRow => ({ type: 'skipped', why })

/** Milliseconds since 1970; null for text that is not a time, or a time before digital records. */
export function timeOf(text: string): number | null {
  const time = Date.parse(text)
  return Number.isNaN(time) || time < FIRST_TIME ? null : time
}

const FIRST_TIME = Date.UTC(2002, 0, 1)
