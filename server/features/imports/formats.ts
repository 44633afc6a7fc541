import type { ExportFormat } from '#server/providers/export.ts'
import { listenLines, listenList } from '#server/providers/listenbrainz/listenbrainz.export.ts'
import { accountHistory, extendedHistory, library } from '#server/providers/spotify/spotify.export.ts'
import { watchHistoryHtml, watchHistoryJson } from '#server/providers/youtube/takeout.history.ts'
import { subscriptionsCsv } from '#server/providers/youtube/takeout.subscriptions.ts'

/** Every kind of file that can be read. The page form comes last: any page looks like it. */
const formats: readonly ExportFormat[] = [
  extendedHistory,
  accountHistory,
  library,
  listenLines,
  listenList,
  watchHistoryJson,
  subscriptionsCsv,
  watchHistoryHtml,
]

/** How much of a file is looked at to know it. */
export const HEAD_BYTES = 8 * 1024

/** The format of a file that begins like this; null for one we don't read. */
export function formatOf(head: Buffer): ExportFormat | null {
  // A letter may be cut in two at the end; that says nothing about the rest.
  const text = new TextDecoder('utf-8').decode(head)
  return formats.find((format) => format.recognises(text)) ?? null
}

const archives: readonly (readonly [name: string, at: number, bytes: string])[] = [
  ['gzip', 0, '1f8b'],
  ['bzip2', 0, '425a68'],
  ['xz', 0, 'fd377a585a00'],
  ['7z', 0, '377abcaf271c'],
  ['rar', 0, '526172211a07'],
  ['tar', 257, '7573746172'],
]

/** Whether this is an archive of a kind that we don't open. Takeout offers .tgz beside .zip. */
export function isOtherArchive(head: Buffer): boolean {
  return archives.some(([, at, bytes]) => head.subarray(at, at + bytes.length / 2).toString('hex') === bytes)
}
