/** Hosts of pictures whose addresses carry signatures, so that only the card knows them; each stands for all below it. */
export const LINKED_ART_HOSTS = ['.tiktokcdn.com', '.tiktokcdn-us.com', '.tiktokcdn-eu.com'] as const

const MAX_ADDRESS = 2_000

/**
 * Our own address for a picture that a platform named, or null for one that our server would not fetch.
 * @param cardId stands in the address where the platform's own one can't be made from a name
 */
export function thumbnailUrl(address: string | null, cardId: string): string | null {
  const url = address && address.length <= MAX_ADDRESS ? URL.parse(address) : null
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return null
  const { host, pathname } = url
  if (host === 'i.ytimg.com') return named('youtube', /^\/vi(?:_webp)?\/([\w-]{11})\//.exec(pathname)?.[1])
  // The platform's delivery networks give the same picture under the same name.
  if (host === 'mosaic.scdn.co') return named('mosaic', /^\/((?:60|300|640)\/[0-9a-f]{160})$/.exec(pathname)?.[1])
  if (host.endsWith('.scdn.co') || host.endsWith('.spotifycdn.com'))
    return named('spotify', /^\/image\/([0-9a-f]{40})$/.exec(pathname)?.[1])
  if (host === 'yt3.googleusercontent.com' || host === 'yt3.ggpht.com')
    return named('channel', /^\/((?:ytc\/)?[\w-]{10,150})=/.exec(pathname)?.[1])
  return LINKED_ART_HOSTS.some((end) => host.endsWith(end)) ? `/art/link/${cardId}` : null
}

const named = (kind: string, name: string | undefined): string | null => (name === undefined ? null : `/art/${kind}/${name}`)
