import { linkCardCalls } from '#contract/links/link-cards.ts'
import { recognizeLink } from '#contract/links/links.ts'
import type { NewTogetherItem } from '#contract/together.ts'
import { platformNames } from '#web/features/links/link.messages.ts'
import { pollUntilKnown } from '#web/features/links/use-link-metadata.ts'
import { callApi } from '#web/platform/api-client.ts'

/** The item of a pasted link; null for a link to anything but a track or a video. */
export async function itemOfLink(link: string): Promise<NewTogetherItem | null> {
  const target = recognizeLink(link)
  if (!target?.id) return null
  const { platform, kind, id } = target
  const isSong = platform === 'spotify' && kind === 'track'
  if (!isSong && (platform !== 'youtube' || (kind !== 'video' && kind !== 'short' && kind !== 'live'))) return null
  // Without an answer the item plays under the name of its platform.
  const loadCard = async () => (await callApi(linkCardCalls.getLinkCards, { body: { links: [link] } })).cards[0] ?? null
  const card = await pollUntilKnown(loadCard, { aborted: false }).catch(() => null)
  const names = { title: card?.title ?? platformNames[platform], by: card?.author ?? '' }
  return isSong
    ? { side: 'sound', ...names, spotify_id: id, youtube_id: null }
    : { side: 'video', ...names, spotify_id: null, youtube_id: id }
}
