import type { ItemKind } from '#contract/media.ts'

/** Normalized names, which match different spellings of an item. Only for comparison within a kind; users see the original name. */
export type NameKey = { name: string; by: string }

/** `by` is the (first) artist of a track or the channel of a video. */
export function nameKey(kind: ItemKind, name: string, by: string | null = null): NameKey {
  if (kind === 'track') return { name: normalize(cutTrackNotes(name)), by: by === null ? '' : artistKey(by) }
  if (kind === 'video') return { name: normalize(name), by: by === null ? '' : normalize(by) }
  return { name: kind === 'artist' ? artistKey(name) : normalize(name), by: '' }
}

/** Normalizes a search like the names it is compared with. */
export function searchKey(text: string): string {
  return normalize(text)
}

/**
 * The artist of an automatic "Artist - Topic" channel of YouTube, or null for other channels. "Topic" is in the
 * language of the exporting user.
 */
export function artistOfTopicChannel(channelName: string): string | null {
  return /^(.+?)\s+[-–—]\s+(?:Topic|Thema|Tema)$/u.exec(channelName.trim())?.[1]?.trim() ?? null
}

const artistKey = (name: string): string => normalize(name.replace(/\s[([]?(?:feat\.?|ft\.?|featuring)\s.+$/iu, ''))

/**
 * The title without guests, remasters and additions of video titles, which are the same track. Remixes and live
 * versions are different tracks.
 */
export function cutTrackNotes(title: string): string {
  const cut = title
    .replace(/\s*[([](?:feat\.?|ft\.?|featuring)\s[^)\]]*[)\]]/giu, '')
    .replace(/\s*[([]with\s\p{Lu}[^)\]]*[)\]]/gu, '')
    .replace(/\s+(?:feat\.?|ft\.?|featuring)\s[^-–—([]+$/iu, '')
    .replace(/\s*[([](?:official\s[^)\]]*|lyrics?|lyric video|audio|visuali[sz]er|(?:\d{4}\s)?remaster(?:ed)?(?:\s\d{4})?)[)\]]/giu, '')
    .replace(/\s[-–—]\s(?:\d{4}\s)?remaster(?:ed)?(?:\s\d{4})?(?:\sversion)?$/iu, '')
  return cut.trim() === '' ? title : cut
}

/** Latin letters without a decomposition. */
const latin: Record<string, string> = { ø: 'o', æ: 'ae', œ: 'oe', ß: 'ss', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i' }

function normalize(name: string): string {
  const letters = name
    .normalize('NFKD')
    // Only scripts in which accents are spelling variants: Japanese and Korean marks and Russian й form other letters.
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
  // Names made of symbols only, such as the band "!!!", stay unchanged.
  const withoutArticle = letters.trim().endsWith(', the') ? key.replace(/ the$/u, '') : key
  return withoutArticle || letters.trim().replace(/\s+/gu, ' ')
}
