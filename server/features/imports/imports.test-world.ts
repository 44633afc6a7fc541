import { beforeEach } from 'vitest'
import { extendedRow, spotifyIdOf, type Play } from '#tests/kit/exports.ts'
import { aZip } from '#tests/kit/zip.ts'
import { database, setUpSources, world } from '#tests/kit/sources-world.ts'

export { database, world }
export const times = (count: number, play: Play) => Array.from({ length: count }, () => play)
export const historyZip = (plays: readonly Play[], name = 'Streaming_History_Audio_2026_1.json') =>
  aZip([{ name: `Spotify Extended Streaming History/${name}`, bytes: JSON.stringify(plays.map((play) => extendedRow(play))) }])
export const bonobo: Play = { artist: 'Bonobo', track: 'Kerala', at: '2026-10-20T10:00:00Z', spotifyId: spotifyIdOf(1) }
export const muse: Play = { artist: 'Muse', track: 'Uprising', at: '2024-02-02T10:00:00Z' }
export const namesOf = async (uid: string, kind = 'artist') =>
  (await world.rowsOf(uid, 'spotify_file')).filter((row) => row.kind === kind).map(({ name }) => name)

/** An installation that reads files. */
export function setUpImports(): void {
  setUpSources()
  beforeEach(() => void world.hub.takeFrames())
}
