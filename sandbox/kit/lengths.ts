import { seededRandom } from './random.ts'

/** The length of a track in milliseconds, the same at every platform. */
export const trackMs = (name: string, artist: string): number =>
  120_000 + Math.floor(seededRandom(`length of ${name} by ${artist}`)() * 240_000)

/** The length of a video in milliseconds: most have a few minutes, and some almost an hour. */
export const videoMs = (id: string): number => 180_000 + Math.floor(seededRandom(`length of ${id}`)() ** 3 * 3_200_000)
