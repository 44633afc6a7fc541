/** Hosts (with subdomains) of signed picture URLs, which can't be built from an id. */
export const LINKED_ART_HOSTS = ['.tiktokcdn.com', '.tiktokcdn-us.com', '.tiktokcdn-eu.com'] as const

const MAX_ADDRESS = 2_000

/**
 * The address on this server for a platform's picture; null for hosts that the server doesn't fetch.
 * @param cardId used in the address of signed pictures
 */
export function thumbnailUrl(address: string | null, cardId: string): string | null {
  const url = address && address.length <= MAX_ADDRESS ? URL.parse(address) : null
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return null
  const { host, pathname } = url
  if (host === 'i.ytimg.com') return artPath('youtube', /^\/vi(?:_webp)?\/([\w-]{11})\//.exec(pathname)?.[1])
  // All CDN hosts of the platform serve the same picture under the same name.
  if (host === 'mosaic.scdn.co') return artPath('mosaic', /^\/((?:60|300|640)\/[0-9a-f]{160})$/.exec(pathname)?.[1])
  if (host.endsWith('.scdn.co') || host.endsWith('.spotifycdn.com'))
    return artPath('spotify', /^\/image\/([0-9a-f]{40})$/.exec(pathname)?.[1])
  if (host === 'yt3.googleusercontent.com' || host === 'yt3.ggpht.com')
    return artPath('channel', /^\/((?:ytc\/)?[\w-]{10,150})=/.exec(pathname)?.[1])
  return LINKED_ART_HOSTS.some((end) => host.endsWith(end)) ? `/art/link/${cardId}` : null
}

const artPath = (kind: string, name: string | undefined): string | null => (name === undefined ? null : `/art/${kind}/${name}`)
