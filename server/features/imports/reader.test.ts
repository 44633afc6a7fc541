import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { extendedRow } from '#tests/kit/exports.ts'
import { readInThread } from './reader.ts'

const NOW = Date.parse('2026-11-01T12:00:00Z')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wavelength-thread-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function read(content: string, signal: AbortSignal = new AbortController().signal) {
  const path = join(folder, 'brought')
  await writeFile(path, content)
  const sources: string[] = []
  const result = await readInThread({
    path,
    now: NOW,
    signal,
    onSource: (source) => sources.push(source),
    onProgress: () => {},
  })
  return { result, sources }
}

test('reads a file in a worker thread and returns the counts', async () => {
  const { result, sources } = await read(JSON.stringify([extendedRow({ artist: 'Muse', track: 'Uprising' })]))
  expect(result).toMatchObject({ sources: [{ source: 'spotify_file', plays: 1, items: [{ name: 'Muse' }, { name: 'Uprising' }] }] })
  expect(sources).toEqual(['spotify_file'])
})

test('an import error keeps its code across the thread', async () => {
  await expect(read('nothing we know')).rejects.toMatchObject({ problem: 'import_foreign' })
})

test('cancelling ends the read at once', async () => {
  const stop = new AbortController()
  const reading = read(JSON.stringify([extendedRow({ artist: 'Muse', track: 'Uprising' })]), stop.signal)
  stop.abort(new Error('cancelled'))
  await expect(reading).rejects.toThrow('cancelled')
})
