import * as z from 'zod/mini'
import { jsonArray } from '#server/platform/archive/json-array.ts'
import { textParts } from '#server/platform/archive/text-pieces.ts'
import { PLAY_PRECISION_MS, skipped, timeOf, type ExportFormat, type ExportRow } from '#server/providers/export.ts'
import { decodeHtmlReferences } from '#server/providers/html-references.ts'
import { localDate } from './local-date.ts'

/** Takeout's text around a title, by language, for files too short to detect it. */
const phrases: readonly (readonly [before: string, after: string])[] = [
  ['Watched ', ''],
  ['', ' angesehen'],
  ['Has visto ', ''],
  ['Viste ', ''],
  ['Vous avez regardé ', ''],
  ['Hai guardato ', ''],
  ['Assistiu a ', ''],
  ['Você assistiu a ', ''],
  ['Heeft ', ' bekeken'],
  ['Obejrzano: ', ''],
  ['Просмотрено видео ', ''],
  ['', ' を視聴しました'],
]

/** The minimum of titles to find their common affix; fewer could all belong to one series. */
const ENOUGH = 20
/** A few entries have another verb ("Viewed …"). */
const SHARE = 0.8
const LONGEST = 40

/** Removes the text around every title of a watch history ("Watched …", "… angesehen") in any language. */
function titleCleaner(titles: readonly string[]): (title: string) => string {
  const [before, after] = phrases.find(([start, end]) => shareOf(titles, start, end) >= SHARE) ?? inferAffixes(titles)
  return (title) =>
    title.startsWith(before) && title.endsWith(after) && title.length > before.length + after.length
      ? title.slice(before.length, title.length - after.length)
      : title
}

function shareOf(titles: readonly string[], start: string, end: string): number {
  return titles.filter((title) => title.startsWith(start) && title.endsWith(end)).length / Math.max(1, titles.length)
}

function inferAffixes(titles: readonly string[]): readonly [string, string] {
  const different = [...new Set(titles)]
  if (different.length < ENOUGH) return ['', '']
  return [
    commonRun(different, (title, index) => title[index]),
    commonRun(different, (title, index) => title.at(-1 - index))
      .split('')
      .toReversed()
      .join(''),
  ]
}

/** The longest run of letters that nearly all share, counted from one end. */
function commonRun(titles: readonly string[], characterAt: (title: string, at: number) => string | undefined): string {
  let run = ''
  let group = titles
  while (run.length < LONGEST) {
    const next = Map.groupBy(group, (title) => characterAt(title, run.length) ?? '')
    const [letter, largest] = [...next].toSorted(([, one], [, two]) => two.length - one.length)[0] ?? ['', []]
    if (letter === '' || largest.length < titles.length * SHARE) break
    run += letter
    group = largest
  }
  return run
}

// The watch history of Google Takeout, in either of its two formats. File names and texts are in the language of the account.

const ENTRY_BYTES = 256 * 1024
/** Entries that wait until the text around their titles is known. */
const LEARN_FROM = 400
/** How entries begin in the HTML form. */
const CELL = 'class="outer-cell'

const text = z.string().check(z.maxLength(4_000))
const watchedRow = z.object({
  title: text,
  titleUrl: z.optional(text),
  time: z.optional(text),
  subtitles: z.optional(z.array(z.object({ name: text, url: z.optional(text) }))),
  details: z.optional(z.array(z.object({ name: text }))),
})

/** `watch-history.json` */
export const watchHistoryJson: ExportFormat = {
  source: 'youtube_file',
  precisionMs: PLAY_PRECISION_MS,
  recognizes: (head) => /^\s*\[/.test(head) && head.includes('"header"') && head.includes('"title"') && head.includes('YouTube'),
  async *rows(pieces) {
    let clean: ((title: string) => string) | null = null
    let buffered: Parsed[] = []
    for await (const batch of jsonArray(pieces, { entryBytes: ENTRY_BYTES })) {
      buffered.push(...batch.map((row) => watchedRow.safeParse(row)))
      if (clean === null && buffered.length < LEARN_FROM) continue
      clean ??= cleanerFor(buffered)
      yield buffered.map(toPlays(clean))
      buffered = []
    }
    yield buffered.map(toPlays(clean ?? cleanerFor(buffered)))
  },
}

/** `watch-history.html`, the default format. */
export const watchHistoryHtml: ExportFormat = {
  source: 'youtube_file',
  // Only the day is used, in the local time of the account.
  precisionMs: 36 * 3_600_000,
  isAnyPage: true,
  recognizes: (head) => /^\s*(?:<!doctype html|<html)/i.test(head),
  async *rows(pieces) {
    let isFirst = true
    for await (const cells of textParts(pieces, CELL, { partLength: ENTRY_BYTES })) {
      // The text before the first entry is the head of the page.
      yield cells.slice(isFirst ? 1 : 0).map(cellRow)
      isFirst = false
    }
  },
}

type Parsed = ReturnType<typeof watchedRow.safeParse>

/** The text around the titles is detected from the first entries, and applies to the whole file. */
const cleanerFor = (rows: readonly Parsed[]) =>
  titleCleaner(rows.flatMap(({ success, data }) => (success && videoId(data.titleUrl) ? [data.title] : [])))
const toPlays = (clean: (title: string) => string) => (row: Parsed) => (row.success ? playRow(row.data, clean) : skipped('malformed'))

type Watched = {
  title: string
  url: string | undefined
  channel: { name: string; url: string | undefined } | undefined
  at: number | null
  details: readonly string[]
}

function toRow({ title, url, channel, at, details }: Watched): ExportRow {
  // Only ads have details, which name the advertiser in every language.
  if (details.some((detail) => /Google/i.test(detail))) return skipped('advert')
  if (url === undefined) return skipped('removed')
  const id = videoId(url)
  if (!id) return skipped('not_a_video')
  const name = channel?.name.trim()
  if (!name || !title.trim() || /^\S*https?:\/\/\S+$/.test(title)) return skipped('removed')
  const channelId = /\/channel\/(UC[\w-]{22})(?:[/?]|$)/.exec(channel?.url ?? '')?.[1] ?? null
  return { type: 'video', name: title.trim(), youtubeId: id, channel: name, channelId, at }
}

function playRow(
  { title, titleUrl: url, time, subtitles, details = [] }: z.output<typeof watchedRow>,
  clean: (title: string) => string,
): ExportRow {
  return toRow({
    title: clean(title),
    url,
    channel: subtitles?.[0] && { name: subtitles[0].name, url: subtitles[0].url },
    at: timeOf(time ?? ''),
    details: details.map(({ name }) => name),
  })
}

function cellRow(cell: string): ExportRow {
  const content = /content-cell[^"]*mdl-typography--body-1">(.*?)<\/div>/s.exec(cell)?.[1] ?? ''
  const [video, channel] = Array.from(content.matchAll(/<a href="([^"]*)">(.*?)<\/a>/gs), ([, url = '', name = '']) => ({
    url: plain(url),
    name: plain(name),
  }))
  const caption = /mdl-typography--caption">(.*?)<\/div>/s.exec(cell)?.[1] ?? ''
  const lines = content.split(/<br\s*\/?>/i).map(plain)
  return toRow({
    title: video?.name ?? '',
    url: video?.url,
    channel,
    at: localDate(lines.findLast((line) => line !== '') ?? ''),
    details: plain(caption).match(/Google\s?(?:Ads|Anzeigen|広告|広告)/gi) ?? [],
  })
}

/** The id in the address of a watched video; null for posts, searches and everything else with a history. */
function videoId(url: string | undefined): string | null {
  const parsed = url === undefined ? null : URL.parse(url)
  if (!parsed || !/(?:^|\.)youtube\.com$/.test(parsed.hostname)) return null
  const id = parsed.pathname === '/watch' ? parsed.searchParams.get('v') : /^\/(?:shorts|live)\/([^/]+)$/.exec(parsed.pathname)?.[1]
  return id && /^[\w-]{11}$/.test(id) ? id : null
}

/** The text of an HTML fragment. It is only stored and shown as text. */
function plain(html: string): string {
  return decodeHtmlReferences(html.replace(/<[^>]*>/g, ' '), { nbsp: ' ', emsp: ' ' })
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim()
}
