import type { ItemKind } from '#contract/media.ts'

/**
 * Names as they are compared, so that one thing that several sources spell differently is found again.
 * Only for comparing within one kind: what people read is always the name as it came.
 */
export type NameKey = { name: string; by: string }

/** `by` is the artist of a track (the first one where there are several) or the channel of a video. */
export function nameKey(kind: ItemKind, name: string, by: string | null = null): NameKey {
  if (kind === 'track') return { name: plain(cutTrackNotes(name)), by: by === null ? '' : artistKey(by) }
  if (kind === 'video') return { name: plain(name), by: by === null ? '' : plain(by) }
  return { name: kind === 'artist' ? artistKey(name) : plain(name), by: '' }
}

/** What a search box holds, compared like the names it looks for. */
export function searchKey(text: string): string {
  return plain(text)
}

/**
 * The artist behind an automatic "Artist - Topic" channel of YouTube, or null when the channel is somebody's own.
 * The word follows the language of whoever exported the list.
 */
export function artistOfTopicChannel(channelName: string): string | null {
  return /^(.+?)\s+[-–—]\s+(?:Topic|Thema|Tema)$/u.exec(channelName.trim())?.[1]?.trim() ?? null
}

const artistKey = (name: string): string => plain(name.replace(/\s[([]?(?:feat\.?|ft\.?|featuring)\s.+$/iu, ''))

/** The title without guests, remasters and the wrapping of video titles, which do not make another track; remixes and live versions do. */
export function cutTrackNotes(title: string): string {
  const cut = title
    .replace(/\s*[([](?:feat\.?|ft\.?|featuring)\s[^)\]]*[)\]]/giu, '')
    .replace(/\s*[([]with\s\p{Lu}[^)\]]*[)\]]/gu, '')
    .replace(/\s+(?:feat\.?|ft\.?|featuring)\s[^-–—([]+$/iu, '')
    .replace(/\s*[([](?:official\s[^)\]]*|lyrics?|lyric video|audio|visuali[sz]er|(?:\d{4}\s)?remaster(?:ed)?(?:\s\d{4})?)[)\]]/giu, '')
    .replace(/\s[-–—]\s(?:\d{4}\s)?remaster(?:ed)?(?:\s\d{4})?(?:\sversion)?$/iu, '')
  return cut.trim() === '' ? title : cut
}

/** Latin letters that have no accent to take off. */
const latin: Record<string, string> = { ø: 'o', æ: 'ae', œ: 'oe', ß: 'ss', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i' }

function plain(name: string): string {
  const letters = name
    .normalize('NFKD')
    // Only where an accent is a matter of spelling: Japanese and Korean marks and Russian й make another letter.
    .replace(/([\p{Script=Latin}\p{Script=Greek}еЕ])[\u0300-\u036f]+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[øæœßđðłþı]/gu, (letter) => latin[letter] ?? letter)
  const key = letters
    .replace(/(?<=\p{L})\$|\$(?=\p{L})/gu, 's')
    .replace(/(?<=\p{L})!(?=\p{L})/gu, 'i')
    .replace(/\s[&+]\s/gu, ' and ')
    .replace(/['’‘`´]/gu, '')
    .replace(/\b(?:\p{L}\.){2,}/gu, (initials) => initials.replaceAll('.', ''))
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
    .replace(/^the (?!the$)(?=\S)/u, '')
  // Names made of signs alone, such as the band "!!!", are compared as they are.
  const withoutArticle = letters.trim().endsWith(', the') ? key.replace(/ the$/u, '') : key
  return withoutArticle || letters.trim().replace(/\s+/gu, ' ')
}
