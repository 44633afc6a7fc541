/** Where each kind of artwork lives: `/art/<kind>/<name>` is ours, and this is whom we ask for it. Nothing else can be asked. */
const kinds: Record<string, { name: RegExp; address: (name: string) => string }> = {
  /** The picture of a video, 320 by 180; every video has one. */
  youtube: { name: /^[\w-]{11}$/, address: (id) => `https://i.ytimg.com/vi/${id}/mqdefault.jpg` },
  /** The picture of a channel. */
  channel: { name: /^(?:ytc\/)?[\w-]{10,150}$/, address: (path) => `https://yt3.ggpht.com/${path}=s240-c-k-c0x00ffffff-no-rj` },
  /** Covers and pictures of artists. */
  spotify: { name: /^[0-9a-f]{40}$/, address: (id) => `https://i.scdn.co/image/${id}` },
  /** Covers of playlists, made of four. */
  mosaic: { name: /^(?:60|300|640)\/[0-9a-f]{160}$/, address: (path) => `https://mosaic.scdn.co/${path}` },
}

/** The only hosts that pictures are ever fetched from. */
export const ART_HOSTS = ['i.ytimg.com', 'yt3.ggpht.com', 'i.scdn.co', 'mosaic.scdn.co'] as const

/** The outside address behind the part of our own that follows `/art/`, or null for anything that is none. */
export function artSource(path: string): string | null {
  const [kind = '', ...rest] = path.split('/')
  const name = rest.join('/')
  const found = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  return found?.name.test(name) ? found.address(name) : null
}
