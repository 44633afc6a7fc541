import { recognizeLink, type LinkRecord } from '#contract/links.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { KnownLink, LookUpLinks } from '#server/features/links/cards.types.ts'
import { idText } from './media.resolve.ts'
import { createMediaStore } from './media.store.ts'
import { artistOfTopicChannel, nameKey } from './name-key.ts'
import type { ExternalId, ItemName, StoredItem } from './media.types.ts'

/**
 * What our catalogue knows of links: who made a song, and the same song or artist on the other platform, as far as we know
 * both. Ids are sure; where only the names agree (a video called "artist - title"), it is a guess.
 */
export function createLinkLookUp(db: Db): LookUpLinks {
  const store = createMediaStore(db)

  return async (links) => {
    const ids = links.map((link) => idsOf(link.target))
    const owners = await store.ownersOf(ids.flat())
    const known = new Map((await store.byIds([...new Set(owners.values())])).map((item) => [item.id, item]))
    const items = ids.map((of) => of.map((id) => known.get(owners.get(idText(id)) ?? '')).find((item) => item !== undefined))
    const names = links.map((link, at) => namesOf(link, items[at]?.by ?? null))
    const alike = await store.byNames(names.flat())
    return links.map(({ target }, at) => {
      const item = items[at]
      const author = item?.kind === 'track' ? item.by : null
      const sure = linkOf(target, item)
      if (sure) return { author, otherSide: { target: sure, isGuess: false } }
      const candidates = (names[at] ?? []).flatMap((name) => alike.filter((one) => isNamed(one, name)))
      const guess = candidates.map((one) => linkOf(target, one)).find((link) => link !== null)
      return { author, otherSide: guess ? { target: guess, isGuess: true } : null }
    })
  }
}

/** The ids that an item may be known by, when the link leads to one. */
function idsOf({ platform, kind, id }: LinkRecord): ExternalId[] {
  if (id === null) return []
  if (platform === 'spotify' && (kind === 'track' || kind === 'artist')) return [{ kind, source: 'spotify', externalId: id }]
  if (platform !== 'youtube') return []
  if (kind === 'video') return [{ kind: 'track', source: 'youtube', externalId: id }]
  return kind === 'channel' || kind === 'artist' ? [{ kind: 'artist', source: 'youtube', externalId: id }] : []
}

/** A song and who made it. */
export type Song = { name: string; by: string }

/** The song that a track or video is, from what its platform says of it; `by` is who we know to have made it. Null for anything else. */
export function songOf({ target: { platform, kind }, title, author }: KnownLink, by: string | null): Song | null {
  if (title === null) return null
  const maker = author ?? by
  if (platform === 'spotify' && kind === 'track') return maker === null ? null : { name: title, by: maker }
  if (platform !== 'youtube' || kind !== 'video') return null
  const artist = author === null ? null : artistOfTopicChannel(author)
  if (artist !== null) return { name: title, by: artist }
  const [singer = '', song = ''] = /^(.{1,200}?)\s[-–—]\s(.{1,300})$/u.exec(title)?.slice(1) ?? []
  return singer && song ? { name: song, by: singer } : null
}

/** What a video or a track may be called in the catalogue, from what its platform says of it; `by` is who we know to have made it. */
function namesOf(link: KnownLink, by: string | null): ItemName[] {
  const { target, title } = link
  if (title === null) return []
  if (target.platform === 'spotify' && target.kind === 'artist') return [named('artist', title)]
  if (target.platform === 'youtube' && (target.kind === 'channel' || target.kind === 'artist'))
    return [named('artist', artistOfTopicChannel(title) ?? title)]
  const song = songOf(link, by)
  return song ? [named('track', song.name, song.by)] : []
}

function named(kind: ItemName['kind'], name: string, by: string | null = null): ItemName {
  const key = nameKey(kind, name, by)
  return { kind, nameKey: key.name, byKey: key.by }
}

const isNamed = (item: StoredItem, { kind, nameKey: name, byKey }: ItemName): boolean =>
  name !== '' && item.kind === kind && item.nameKey === name && item.byKey === byKey

/** The item as a link of the platform that `from` is not of; null when that has none. */
function linkOf(from: LinkRecord, item: StoredItem | undefined): LinkRecord | null {
  if (!item || (item.kind !== 'track' && item.kind !== 'artist')) return null
  if (from.platform === 'youtube')
    return item.spotifyId === null ? null : recognizeLink(`https://open.spotify.com/${item.kind}/${item.spotifyId}`)
  if (item.youtubeId === null) return null
  return recognizeLink(
    item.kind === 'track' ? `https://www.youtube.com/watch?v=${item.youtubeId}` : `https://www.youtube.com/channel/${item.youtubeId}`,
  )
}
