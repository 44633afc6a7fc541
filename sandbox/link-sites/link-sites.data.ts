import { createHash } from 'node:crypto'
import type { Catalog } from '#sandbox/kit/catalog.ts'
import { artistsOf, isAtYouTube, uploadsOf } from '#sandbox/kit/library.ts'

/** Ids with this prefix belong to removed items. */
export const GONE = 'gone'
export const isGone = (id: string): boolean => id.toLowerCase().startsWith(GONE)

/** The targets of the fake service's short links; any other has none. */
export const shortLinks: Record<string, string> = {
  'spotify.link/rhinestone': 'https://open.spotify.com/track/1foMv2HQwfQ2vntFf9HFeG?si=c0ffee&utm_source=copy-link',
  'vm.tiktok.com/ZMkitchen/': 'https://www.tiktok.com/@tiny.kitchen.band/video/7212345678901234567?_t=abc&_r=1',
  'www.tiktok.com/t/ZTkitchen/': 'https://vm.tiktok.com/ZMkitchen/',
  'www.facebook.com/share/r/rooftop': 'https://www.facebook.com/reel/1234567890?rdid=abc',
  // Attacks: links to other hosts, redirect loops, and links into the internal network.
  'vm.tiktok.com/ZMelsewhere/': 'https://evil.example/video/1',
  'vm.tiktok.com/ZMcircle/': 'https://vm.tiktok.com/ZMcircle/',
  'spotify.link/metadata': 'http://169.254.169.254/latest/meta-data/',
  'spotify.link/inside': 'https://127.0.0.1/track/1foMv2HQwfQ2vntFf9HFeG',
}

const clips = ['Sunday soundcheck in the kitchen', 'One chord, forty people', 'How this synth line was made', 'Street piano, third take']

/** The metadata of a TikTok video, made up from its number, always the same. */
export function clipOf(user: string, id: string): { title: string; author: string } {
  const words = user.replace(/^@/, '').split(/[._]/).filter(Boolean)
  const author = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
  return { title: clips[hashed(id).readUInt8(0) % clips.length] ?? '', author }
}

/** Names of everything at YouTube and Spotify that the fake services know, by id. */
export function namesOf(catalog: Catalog) {
  const { channels } = catalog
  const artists = artistsOf(catalog)
  const videos = new Map([
    ...artists.flatMap(({ name, tracks }) =>
      tracks.flatMap((track) =>
        track.youtube_id ? [[track.youtube_id, { title: `${name} - ${track.name} (Official Video)`, author: name }] as const] : [],
      ),
    ),
    ...[...channels, ...artists.filter(isAtYouTube)]
      .flatMap(uploadsOf)
      .map(({ youtube_id, name, channel }) => [youtube_id, { title: name, author: channel.name }] as const),
  ])
  const pages = new Map([
    ...channels.map(({ youtube_id, name }) => [youtube_id, name] as const),
    ...artists.filter(isAtYouTube).map(({ topic_channel_id, name }) => [topic_channel_id, `${name} - Topic`] as const),
  ])
  const music = new Map(
    artists.flatMap((artist) => [
      ...(artist.spotify_id ? [[artist.spotify_id, artist.name] as const] : []),
      ...artist.tracks.flatMap((track) => (track.spotify_id ? [[track.spotify_id, track.name] as const] : [])),
    ]),
  )
  return { videos, pages, music }
}

const hashed = (text: string): Buffer => createHash('sha256').update(text).digest()

/** A picture's name as the platform would make it: 40 hexadecimal digits for Spotify. */
export const coverOf = (id: string): string => `ab67616d00001e02${hashed(id).toString('hex').slice(0, 24)}`
