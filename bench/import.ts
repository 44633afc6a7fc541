/**
 * How much memory and time does a file of a million plays take?
 * `node_modules/node/bin/node bench/import.ts [rows]` makes two zips as Spotify sends them, one of a life of listening and
 * one in which every play is of something else, and reads each in a fresh process the way the server does. The result is
 * the most memory that process ever used, its thread included. Under 300 MB is the promise.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readInThread } from '#server/features/imports/reader.ts'
import { extendedRow, spotifyIdOf } from '#tests/kit/exports.ts'
import { aZip } from '#tests/kit/zip.ts'
import { readNumbers } from '#tools/arguments.ts'
import { machine, saveResult } from './report.ts'

const FILES = 16
const LIMIT_MB = 300
const ARTISTS = 8_000
const TRACKS_OF_ARTIST = 12
const shapes = ['a life of listening', 'every play of something else'] as const
type Shape = (typeof shapes)[number]

// Fresh processes of this file do these two.
const [task, path = '', shape, count] = process.argv.slice(2)
if (task === 'make') make(path, shape as Shape, Number(count))
else if (task === 'read') await measure(path)
else await compare()

async function compare(): Promise<void> {
  const [rows = 1_000_000] = readNumbers('Usage: node bench/import.ts [rows]', { most: 1 }).numbers
  const folder = mkdtempSync(join(tmpdir(), 'wavelength-bench-'))
  try {
    const results = shapes.map((kind) => {
      const file = join(folder, 'history.zip')
      run('make', file, kind, String(rows))
      const result: Measured = JSON.parse(run('read', file))
      return { rows, kind, 'zip, MB': toMb(statSync(file).size), ...result }
    })
    console.table(results)
    await saveResult('import', { command: `node bench/import.ts ${rows}`, machine: machine(), results })
    if (results.some((result) => result['peak memory, MB'] > LIMIT_MB)) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function run(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), ...args], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${args[0]} failed: ${stderr}`)
  return stdout
}

type Measured = { 'peak memory, MB': number; 'before it, MB': number; seconds: number; items: number; plays: number }

async function measure(file: string): Promise<void> {
  const before = process.memoryUsage().rss
  const started = performance.now()
  const result = await readInThread({
    path: file,
    now: Date.now(),
    signal: new AbortController().signal,
    onSource: () => {},
    onProgress: () => {},
  })
  const measured: Measured = {
    'peak memory, MB': Math.round(process.resourceUsage().maxRSS / 1024),
    'before it, MB': toMb(before),
    seconds: Math.round((performance.now() - started) / 100) / 10,
    items: result.sources.flatMap(({ items }) => items).length,
    plays: result.sources[0]?.plays ?? 0,
  }
  console.log(JSON.stringify(measured))
}

function toMb(bytes: number): number {
  return Math.round(bytes / 1024 / 1024)
}

/** Plays of fifteen years, a few artists far more often than the rest. */
function make(file: string, kind: Shape, rows: number): void {
  const FROM = Date.UTC(2011, 0, 1)
  const step = (15 * 365 * 86_400_000) / rows
  const eachFile = Math.ceil(rows / FILES)
  const rowAt = (index: number) => {
    const artist = kind === 'a life of listening' ? Math.floor(ARTISTS * random(index) ** 3) : index
    const track =
      kind === 'a life of listening' ? artist * TRACKS_OF_ARTIST + Math.floor(TRACKS_OF_ARTIST * random(index + 0.5) ** 2) : index
    return extendedRow({
      artist: `Artist number ${artist}`,
      track: `The track with number ${track}`,
      at: new Date(FROM + index * step).toISOString().replace(/\.\d+Z$/, 'Z'),
      spotifyId: spotifyIdOf(track),
    })
  }
  const files = Array.from({ length: FILES }, (_, part) => ({
    name: `Spotify Extended Streaming History/Streaming_History_Audio_${2011 + part}.json`,
    bytes: () =>
      JSON.stringify(
        Array.from({ length: Math.max(0, Math.min(eachFile, rows - part * eachFile)) }, (_row, index) => rowAt(part * eachFile + index)),
      ),
  }))
  writeFileSync(file, aZip(files))
}

/** A number from 0 to 1 that is always the same for the same `seed`. */
function random(seed: number): number {
  const value = Math.sin(seed * 12.9898) * 43_758.5453
  return value - Math.floor(value)
}
