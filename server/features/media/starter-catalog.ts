import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { readStarterNames } from './starter-names.ts'
import { GENRES, TOPICS } from '#contract/taste/print.ts'

const spotifyId = z.nullable(z.string())
const youtubeId = z.nullable(z.string())

/** Shipped with the product, best known first. Genres and topics are ours; ids come from public API responses. */
const catalog = z.object({
  artists: z.array(
    z.object({
      name: z.string(),
      spotify_id: spotifyId,
      topic_channel_id: youtubeId,
      genres: z.array(z.enum(GENRES)),
      tracks: z.array(z.object({ name: z.string(), spotify_id: spotifyId, youtube_id: youtubeId })),
    }),
  ),
  channels: z.array(
    z.object({
      name: z.string(),
      youtube_id: z.string(),
      topics: z.array(z.enum(TOPICS)),
      videos: z.array(z.object({ name: z.string(), youtube_id: z.string() })),
    }),
  ),
})
export type StarterCatalog = z.output<typeof catalog>

const readFile = (): string => readFileSync(new URL('./starter-catalog.json', import.meta.url), 'utf8')

/** @throws ZodError when the file is invalid */
export function starterCatalog(): StarterCatalog {
  return catalog.parse(JSON.parse(readFile()))
}

/** The storage format of the catalog; another version writes it again. */
const FORMAT_VERSION = 2

export function starterCatalogHash(): string {
  return createHash('sha256').update(`${FORMAT_VERSION}`).update(readFile()).update(readStarterNames()).digest('hex')
}
