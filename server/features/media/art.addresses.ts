/** The source of each kind of artwork: `/art/<kind>/<name>` is our path. No other address is fetched. */
const kinds: Record<string, { name: RegExp; address: (name: string) => string }> = {
  /** Video thumbnail, 320 by 180; every video has one. */
  youtube: { name: /^[\w-]{11}$/, address: (id) => `https://i.ytimg.com/vi/${id}/mqdefault.jpg` },
  channel: { name: /^(?:ytc\/)?[\w-]{10,150}$/, address: (path) => `https://yt3.ggpht.com/${path}=s240-c-k-c0x00ffffff-no-rj` },
  /** Covers and artist pictures. */
  spotify: { name: /^[0-9a-f]{40}$/, address: (id) => `https://i.scdn.co/image/${id}` },
  /** Playlist covers, made of four pictures. */
  mosaic: { name: /^(?:60|300|640)\/[0-9a-f]{160}$/, address: (path) => `https://mosaic.scdn.co/${path}` },
}

/** The only hosts that pictures are fetched from. */
export const ART_HOSTS = ['i.ytimg.com', 'yt3.ggpht.com', 'i.scdn.co', 'mosaic.scdn.co'] as const

/** The platform URL for a path below `/art/`, or null for an invalid path. */
export function artSource(path: string): string | null {
  const [kind = '', ...rest] = path.split('/')
  const name = rest.join('/')
  const found = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  return found?.name.test(name) ? found.address(name) : null
}
