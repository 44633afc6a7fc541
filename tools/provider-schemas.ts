import { readFileSync, writeFileSync } from 'node:fs'
import { readArguments, rejectArguments } from './arguments.ts'
import { reduceSpotify } from './provider-schemas/spotify.ts'
import { reduceYouTube } from './provider-schemas/youtube.ts'

/*
 * Writes the reduced schemas of the calls we make from the providers' published descriptions.
 *
 *   node tools/provider-schemas.ts --spotify <openapi as JSON> --youtube <discovery document>
 *
 * Spotify's description is published as YAML: turn it into JSON first, for example with
 *   python3 -c 'import yaml, json, sys; json.dump(yaml.safe_load(sys.stdin), sys.stdout, default=str)' < openapi.yml > openapi.json
 */

const SPOTIFY_FILE = new URL('../server/providers/spotify/spotify.schema.json', import.meta.url)
const YOUTUBE_FILE = new URL('../server/providers/youtube/youtube.schema.json', import.meta.url)

const USAGE = 'Usage: node tools/provider-schemas.ts --spotify <openapi as JSON> --youtube <discovery document>'

function main(): void {
  const { spotify, youtube } = readArguments(USAGE, { options: { spotify: { type: 'string' }, youtube: { type: 'string' } } }).values
  if (!spotify || !youtube) rejectArguments(USAGE, 'A file is missing.')
  for (const [file, schema] of [
    [SPOTIFY_FILE, reduceSpotify(JSON.parse(readFileSync(spotify, 'utf8')))],
    [YOUTUBE_FILE, reduceYouTube(JSON.parse(readFileSync(youtube, 'utf8')))],
  ] as const) {
    writeFileSync(file, `${JSON.stringify(schema, null, 1)}\n`)
    console.log(
      `${file.pathname}: ${Object.keys(schema.calls).length} calls, ${Object.keys(schema.schemas).length} types, revision ${schema.revision}`,
    )
  }
}

main()
