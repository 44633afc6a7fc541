import type { Item } from '#contract/media.ts'

/** The formats in which every blend can be saved. */
export type PlaylistFormat = 'links' | 'csv' | 'jspf' | 'xspf'

export const playlistTypes: Record<PlaylistFormat, { type: string; extension: string }> = {
  links: { type: 'text/plain', extension: 'txt' },
  csv: { type: 'text/csv', extension: 'csv' },
  jspf: { type: 'application/jspf+json', extension: 'jspf' },
  xspf: { type: 'application/xspf+xml', extension: 'xspf' },
}

export function playlistText(format: PlaylistFormat, title: string, items: readonly Item[]): string {
  switch (format) {
    case 'links':
      return lines(items.map((item) => linksOf(item)[0] ?? item.name))
    case 'csv':
      return csvOf(items)
    case 'jspf':
      return jspfOf(title, items)
    case 'xspf':
      return xspfOf(title, items)
  }
}

/** Starts the download of a list. */
export function downloadPlaylist(format: PlaylistFormat, title: string, items: readonly Item[]): void {
  const { type, extension } = playlistTypes[format]
  const address = URL.createObjectURL(new Blob([playlistText(format, title, items)], { type: `${type};charset=utf-8` }))
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = `${fileName(title)}.${extension}`
  anchor.click()
  URL.revokeObjectURL(address)
}

const fileName = (title: string): string =>
  title
    .replaceAll(/[^\p{L}\p{N} ._-]+/gu, '_')
    .replace(/^\.+/, '_')
    .slice(0, 60) || 'blend'
const lines = (rows: readonly string[]): string => `${rows.join('\n')}\n`

/** The addresses of an item at the platforms. */
function linksOf({ spotify_id: spotifyId, youtube_id: youtubeId }: Item): string[] {
  const spotify = spotifyId === null ? [] : [`https://open.spotify.com/track/${spotifyId}`]
  return youtubeId === null ? spotify : [...spotify, `https://www.youtube.com/watch?v=${youtubeId}`]
}

function csvOf(items: readonly Item[]): string {
  const row = ({ name, by, kind, ...item }: Item) => {
    const links = linksOf({ name, by, kind, ...item })
    return [
      name,
      by ?? '',
      kind,
      links.find((link) => link.includes('spotify')) ?? '',
      links.find((link) => link.includes('youtube')) ?? '',
    ]
  }
  return [['title', 'by', 'kind', 'spotify', 'youtube'], ...items.map(row)].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
}

/** Quoted, and never a formula for spreadsheets. */
const csvCell = (text: string): string => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

function jspfOf(title: string, items: readonly Item[]): string {
  const track = items.map((item) => ({ title: item.name, ...(item.by === null ? {} : { creator: item.by }), location: linksOf(item) }))
  return `${JSON.stringify({ playlist: { title, track } }, null, 2)}\n`
}

function xspfOf(title: string, items: readonly Item[]): string {
  const track = (item: Item) => {
    const creator = item.by === null ? '' : `<creator>${xml(item.by)}</creator>`
    const locations = linksOf(item).map((link) => `<location>${xml(link)}</location>`)
    return `    <track>${locations.join('')}<title>${xml(item.name)}</title>${creator}</track>`
  }
  return lines([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<playlist version="1" xmlns="http://xspf.org/ns/0/">',
    `  <title>${xml(title)}</title>`,
    '  <trackList>',
    ...items.map(track),
    '  </trackList>',
    '</playlist>',
  ])
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
/** Escaped, without the control characters that XML 1.0 does not allow. */
const xml = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- exactly these are not allowed
  text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').replaceAll(/[&<>"']/g, (match) => ENTITIES[match] ?? match)
