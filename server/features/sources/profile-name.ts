import type { NameSource } from '#contract/taste.ts'

const hosts: Record<NameSource, RegExp> = {
  listenbrainz: /^(?:https?:\/\/)?(?:www\.)?listenbrainz\.org\/user\/([^/?#]+)/i,
  lastfm: /^(?:https?:\/\/)?(?:www\.)?last\.fm\/(?:[a-z]{2}\/)?user\/([^/?#]+)/i,
}

/** The name in what somebody typed: a name, or the address of a profile as copied from the browser. */
export function nameIn(source: NameSource, typed: string): string {
  const inAddress = hosts[source].exec(typed.trim())?.[1]
  if (inAddress === undefined) return typed.trim().replace(/^@/, '')
  try {
    return decodeURIComponent(inAddress)
  } catch {
    // A stray per cent sign: then the name is what stands there.
    return inAddress
  }
}
