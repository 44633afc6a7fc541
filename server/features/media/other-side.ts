import { recognizeLink, type LinkRecord } from '#contract/links.ts'
import type { Db } from '../../platform/db/database.ts'
import type { FindOtherSides, KnownLink } from '../links/cards.types.ts'
import { idText } from './media.resolve.ts'
import { createMediaStore } from './media.store.ts'
import { artistOfTopicChannel, nameKey } from './name-key.ts'
import type { ExternalId, ItemName, StoredItem } from './media.types.ts'

/**
 * The same song or artist on the other platform, as far as our catalogue knows both. Ids are sure; where only the names
 * agree (a video called "artist - title"), it is a guess.
 */
export function createOtherSides(db: Db): FindOtherSides {
  const store = createMediaStore(db)

  return async (links) => {
    const ids = links.map((link) => idsOf(link.target))
    const names = links.map(namesOf)
    const owners = await store.ownersOf(ids.flat())
    const [byId, byName] = await Promise.all([store.byIds([...new Set(owners.values())]), store.byNames(names.flat())])
    const known = new Map(byId.map((item) => [item.id, item]))
    return links.map(({ target }, at) => {
      const owner = (ids[at] ?? []).map((id) => owners.get(idText(id))).find((id) => id !== undefined)
      const sure = linkOf(target, owner === undefined ? undefined : known.get(owner))
      if (sure) return { target: sure, isGuess: false }
      const guess = (names[at] ?? []).flatMap((name) => byName.filter((item) => isNamed(item, name)))
      const target2 = guess.map((item) => linkOf(target, item)).find((it) => it !== null)
      return target2 ? { target: target2, isGuess: true } : null
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

/** What a video or a track may be called in the catalogue, from what its platform says of it. */
function namesOf({ target: { platform, kind }, title, author }: KnownLink): ItemName[] {
  if (title === null) return []
  if (platform === 'spotify' && kind === 'artist') return [named('artist', title)]
  if (platform === 'spotify' && kind === 'track') return author === null ? [] : [named('track', title, author)]
  if (platform !== 'youtube') return []
  const artist = author === null ? null : artistOfTopicChannel(author)
  if (kind === 'channel' || kind === 'artist') return [named('artist', artistOfTopicChannel(title) ?? title)]
  if (kind !== 'video') return []
  if (artist !== null) return [named('track', title, artist)]
  const [maker = '', song = ''] = /^(.{1,200}?)\s[-–—]\s(.{1,300})$/u.exec(title)?.slice(1) ?? []
  return maker && song ? [named('track', song, maker)] : []
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
