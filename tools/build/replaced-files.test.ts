import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepReplacedFiles, keepReplacedAssets } from './replaced-files.ts'

const HOUR = 3_600_000
let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'wavelength-builds-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const [assets, previous, old] = ['assets', 'aside', 'old'].map((name) => () => join(folder, name)) as [Path, Path, Path]
type Path = () => string

function writeBuild(...names: string[]): void {
  rmSync(assets(), { recursive: true, force: true })
  mkdirSync(assets())
  for (const name of names) writeFileSync(join(assets(), name), name)
}

function build(atHour: number, ...names: string[]): string[] {
  keepReplacedAssets(assets(), previous())
  writeBuild(...names)
  keepReplacedFiles(assets(), previous(), old(), new Date(atHour * HOUR))
  return readdirSync(old())
}

test('files of earlier builds are kept for a day after they were replaced', () => {
  expect(build(0, 'a-1.js', 'same.js')).toEqual([])
  expect(build(10, 'a-2.js', 'same.js')).toEqual(['a-1.js'])
  expect(build(30, 'a-3.js', 'same.js')).toEqual(['a-1.js', 'a-2.js'])
  expect(build(35, 'a-3.js', 'same.js')).toEqual(['a-2.js'])
  expect(readdirSync(folder).toSorted()).toEqual(['assets', 'old'])
})

test('a file that a later build contains again is no longer old', () => {
  build(0, 'a-1.js')
  build(1, 'a-2.js')
  expect(build(2, 'a-1.js')).toEqual(['a-2.js'])
})

test('a failed build keeps the files of the previous one', () => {
  build(0, 'a-1.js')
  keepReplacedAssets(assets(), previous())
  writeBuild('half.js')
  expect(build(1, 'a-2.js')).toEqual(['a-1.js'])
})
