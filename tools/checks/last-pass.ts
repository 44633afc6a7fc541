import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Finished } from '../run-step.ts'

const sources = [
  '*.{ts,mjs,cjs}',
  '{contract,server,web,sandbox,tests,tools,bench}/**/*.{ts,tsx,mjs,cjs}',
  '{contract,server,web}/**/*.json',
]
/** A change of one of these files can change the outcome for every file. */
const settings = [
  'package-lock.json',
  '.oxlintrc.json',
  '.dependency-cruiser.cjs',
  'tsconfig*.json',
  '*/tsconfig.json',
  'tools/checks/checks.ts',
]
/** Global types that a file adds without an import. */
const isGlobal = (file: string, text: string): boolean => file.endsWith('.d.ts') || /^\s*declare (?:global|module)\b/m.test(text)

type Pass = { settings: string; files: Record<string, string> }

/** The state of the sources when a check ran. */
export type Sources = { pass: Pass; globals: ReadonlySet<string> }

const hashOf = (text: string): string => createHash('sha1').update(text).digest('base64')
const filesOf = (patterns: readonly string[]): string[] =>
  globSync(patterns, { exclude: (name) => /(?:^|\/)(?:node_modules|dist)$/.test(name) }).toSorted()

export function readSources(): Sources {
  const files: Record<string, string> = {}
  const globals = new Set<string>()
  for (const file of filesOf(sources)) {
    const text = readFileSync(file, 'utf8')
    files[file] = hashOf(text)
    if (isGlobal(file, text)) globals.add(file)
  }
  const contents = filesOf(settings).map((file) => `${file} ${readFileSync(file, 'utf8')}`)
  return { pass: { settings: hashOf(contents.join('\n')), files }, globals }
}

/** The files that were changed, added, or deleted since; null when a change can have an effect on every file. */
export function changesSince(before: Pass, { pass, globals }: Sources): string[] | null {
  if (before.settings !== pass.settings) return null
  const all = new Set([...Object.keys(before.files), ...Object.keys(pass.files)])
  const changed = [...all].filter((file) => before.files[file] !== pass.files[file])
  return changed.some((file) => globals.has(file)) ? null : changed
}

/**
 * Runs a check on the files that changed since it last passed here. It gets `null` for all files: the first time, after a long time, and in
 * CI.
 * @param check gets files that were changed, added, or deleted
 */
export async function sinceLastPass(name: string, check: (changed: string[] | null) => Promise<Finished>): Promise<Finished> {
  const folder = 'node_modules/.cache/wavelength/checks'
  const stamp = `${folder}/${name}.json`
  const now = readSources()
  // Written by this function.
  const before = !process.env['CI'] && existsSync(stamp) ? (JSON.parse(readFileSync(stamp, 'utf8')) as Pass) : null
  const changed = before && changesSince(before, now)
  const done = changed?.length === 0 ? { code: 0, output: '' } : await check(changed)
  if (done.code !== 0) return done
  mkdirSync(folder, { recursive: true })
  writeFileSync(stamp, JSON.stringify(now.pass))
  return done
}
