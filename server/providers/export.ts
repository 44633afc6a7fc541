import type { ItemKind } from '#contract/media.ts'
import type { SkipReason } from '#contract/imports.ts'
import type { FileSource } from '#contract/taste/taste.ts'

/** One row of an export, in our terms. Other fields of the row are already dropped. */
export type ExportRow =
  /** A track was played. `at` in milliseconds since 1970, null when the row does not say it in a way we understand. */
  | {
      is: 'track'
      name: string
      artist: string
      spotifyId: string | null
      isrc?: string
      at: number | null
      /** Played for this long, where the file says so. */
      seconds?: number
    }
  /** A video was watched. */
  | { is: 'video'; name: string; youtubeId: string; channel: string; channelId: string | null; at: number | null }
  /** The person follows, saved or subscribed to something. */
  | { is: 'saved'; kind: ItemKind; name: string; by: string | null; spotifyId: string | null; youtubeId: string | null }
  /** The person said no to something: it is left out, however often it was played. */
  | { is: 'banned'; kind: ItemKind; name: string; by: string | null }
  | { is: 'skipped'; why: SkipReason }

/** One kind of file in an export, recognized by its content; its name may be anything. */
export type ExportFormat = {
  source: FileSource
  /** How exact the times are. Plays of two files this close to each other can be the same play. */
  precisionMs: number
  /** Any page is recognized: one without entries is a different file, not an empty one. */
  isAnyPage?: true
  /** Whether a file that begins like this is one. `head` is the text of its first kilobytes. */
  recognises: (head: string) => boolean
  /**
   * Its entries in batches. @throws ArchiveError when it is damaged
   */
  rows: (pieces: AsyncIterable<Buffer>) => AsyncGenerator<ExportRow[]>
}

/** Services note the beginning or the end of a play. */
export const PLAY_PRECISION_MS = 5 * 60_000

export const skipped = (why: SkipReason): ExportRow => ({ is: 'skipped', why })

/** Milliseconds since 1970, or null for a text that is no time or lies before anybody could have listened to anything. */
export function timeOf(text: string): number | null {
  const time = Date.parse(text)
  return Number.isNaN(time) || time < FIRST_TIME ? null : time
}

const FIRST_TIME = Date.UTC(2002, 0, 1)
