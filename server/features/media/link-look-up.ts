import { recognizeLink, type LinkRecord } from '#contract/links/links.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { KnownLink, LookUpLinks } from '#server/features/links/cards.types.ts'
import { idText } from './media.resolve.ts'
import { createMediaStore } from './media.store.ts'
import { artistOfTopicChannel, nameKey } from './name-key.ts'
import type { ExternalId, ItemName, StoredItem } from './media.types.ts'

/**
 * Looks up links in the catalog: the artist of a song, and the same song or artist on the other platform. Ids match
 * exactly; equal names (a video called "artist - title") are a guess.
 */
export function createLinkLookUp(db: Db): LookUpLinks {
  const store = createMediaStore(db)

  return async (links) => {
    const ids = links.map((link) => idsOf(link.target))
    const owners = await store.ownersOf(ids.flat())
    const itemsById = new Map((await store.byIds([...new Set(owners.values())])).map((item) => [item.id, item]))
    const items = ids.map((of) => of.map((id) => itemsById.get(owners.get(idText(id)) ?? '')).find((item) => item !== undefined))
    const names = links.map((link, index) => namesOf(link, items[index]?.by ?? null))
    const alike = await store.byNames(names.flat())
    return links.map(({ target }, index) => {
      const item = items[index]
      const author = item?.kind === 'track' ? item.by : null
      const exact = linkOf(target, item)
      if (exact) return { author, otherSide: { target: exact, isGuess: false } }
      const candidates = (names[index] ?? []).flatMap((name) => alike.filter((candidate) => isNamed(candidate, name)))
      const guess = candidates.map((candidate) => linkOf(target, candidate)).find((link) => link !== null)
      return { author, otherSide: guess ? { target: guess, isGuess: true } : null }
    })
  }
}

/** The catalog ids of a link's target. */
function idsOf({ platform, kind, id }: LinkRecord): ExternalId[] {
  if (id === null) return []
  if (platform === 'spotify' && (kind === 'track' || kind === 'artist')) return [{ kind, source: 'spotify', externalId: id }]
  if (platform !== 'youtube') return []
  if (kind === 'video') return [{ kind: 'track', source: 'youtube', externalId: id }]
  return kind === 'channel' || kind === 'artist' ? [{ kind: 'artist', source: 'youtube', externalId: id }] : []
}

export type Song = { name: string; by: string }

/** Derives the song of a track or video from the platform's metadata; `by` is the artist known from the catalog. Null for other links. */
export function songOf({ target: { platform, kind }, title, author }: KnownLink, by: string | null): Song | null {
  if (title === null) return null
  const artist = author ?? by
  if (platform === 'spotify' && kind === 'track') return artist === null ? null : { name: title, by: artist }
  if (platform !== 'youtube' || kind !== 'video') return null
  const topicArtist = author === null ? null : artistOfTopicChannel(author)
  if (topicArtist !== null) return { name: title, by: topicArtist }
  const [singer = '', song = ''] = /^(.{1,200}?)\s[-–—]\s(.{1,300})$/u.exec(title)?.slice(1) ?? []
  return singer && song ? { name: song, by: singer } : null
}

/** Candidate catalog names of a link's target; `by` is the artist known from the catalog. */
function namesOf(link: KnownLink, by: string | null): ItemName[] {
  const { target, title } = link
  if (title === null) return []
  if (target.platform === 'spotify' && target.kind === 'artist') return [toItemName('artist', title)]
  if (target.platform === 'youtube' && (target.kind === 'channel' || target.kind === 'artist'))
    return [toItemName('artist', artistOfTopicChannel(title) ?? title)]
  const song = songOf(link, by)
  return song ? [toItemName('track', song.name, song.by)] : []
}

function toItemName(kind: ItemName['kind'], name: string, by: string | null = null): ItemName {
  const key = nameKey(kind, name, by)
  return { kind, nameKey: key.name, byKey: key.by }
}

const isNamed = (item: StoredItem, { kind, nameKey: name, byKey }: ItemName): boolean =>
  name !== '' && item.kind === kind && item.nameKey === name && item.byKey === byKey

/** The item's link on the other platform; null if there is none. */
function linkOf(from: LinkRecord, item: StoredItem | undefined): LinkRecord | null {
  if (!item || (item.kind !== 'track' && item.kind !== 'artist')) return null
  if (from.platform === 'youtube')
    return item.spotifyId === null ? null : recognizeLink(`https://open.spotify.com/${item.kind}/${item.spotifyId}`)
  if (item.youtubeId === null) return null
  return recognizeLink(
    item.kind === 'track' ? `https://www.youtube.com/watch?v=${item.youtubeId}` : `https://www.youtube.com/channel/${item.youtubeId}`,
  )
}
