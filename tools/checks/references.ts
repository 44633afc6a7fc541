import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import type { Finished } from '../run-step.ts'

const namedPath =
  /(?<![\w/#@.-])((?:server|web|contract|tests|tools|bench|sandbox|docs|deploy|native)\/[\w./-]+\.(?:tsx|ts|md|css|mjs|json|js|ya?ml))(?![\w-])/g
const readable = /\.(tsx?|mjs|js|cjs|md|ya?ml|json|example)$/
/** Texts about the past, and tests with invented names. */
const exempt =
  /^(CHANGELOG\.md|package-lock\.json|bench\/results\/|web\/locales\/|native\/(android|ios)\/|tools\/(checks\/references|checks\/references\.test|import-graph\.test)\.ts)/

const code = /\.(tsx?|mjs|js|cjs)$/
/** `` `name` `` or `{@link name}` with the shape of a symbol: `camelCase`, `PascalCase`, `snake_case`, or a call such as `open()`. */
const namedSymbol = /`([\w$.]+(?:\(\))?)`|\{@link ([\w$.]+)/g
const symbolShape = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*(\(\))?$/
const isSymbol = (name: string) => symbolShape.test(name) && (/[a-z][A-Z]|[a-z]_[a-z]/.test(name) || name.endsWith('()'))
/** A comment that starts its line or follows code. A `//` in an address has no space before it. */
const comments = /(?<=^|\s)\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm
/** Names of PostgreSQL and TanStack Query that our code does not use. */
const external = new Set(['ControlFileData', 'plan_cache_mode', 'pg_backend_memory_contexts', 'useQueries'])

type Texts = ReadonlyMap<string, string>

/** Finds paths in `texts` for which `exists` is false. A result that a benchmark has not written yet may be named. */
export function missingPaths(texts: Texts, exists: (path: string) => boolean): string[] {
  return eachMatch(texts, namedPath).flatMap(({ name, place }) =>
    exists(name) || name.startsWith('bench/results/') ? [] : [`${place}: ${name} does not exist`],
  )
}

/** Finds symbols that comments and documents name and that occur in no code, setting or data of `texts`. */
export function missingSymbols(texts: Texts): string[] {
  const used = new Set<string>()
  const prose = new Map<string, string>()
  for (const [file, text] of texts) {
    if (file.endsWith('.md')) prose.set(file, text)
    // Blank lines replace code, to preserve line numbers.
    else if (code.test(file)) prose.set(file, commentsOf(text))
    const source = file.endsWith('.md') ? '' : code.test(file) ? text.replaceAll(comments, ' ') : text
    for (const [word] of source.matchAll(/[A-Za-z_$][\w$]*/g)) used.add(word)
  }
  const isKnown = (name: string) => external.has(name) || name.split(/\W+/).every((part) => part === '' || used.has(part))
  return eachMatch(prose, namedSymbol).flatMap(({ name, place }) =>
    isSymbol(name) && !isKnown(name) ? [`${place}: ${name} does not exist`] : [],
  )
}

function commentsOf(text: string): string {
  let prose = ''
  let end = 0
  for (const found of text.matchAll(comments)) {
    prose += text.slice(end, found.index).replaceAll(/[^\n]+/g, '') + found[0]
    end = found.index + found[0].length
  }
  return prose
}

function eachMatch(texts: Texts, pattern: RegExp): { name: string; place: string }[] {
  return [...texts].flatMap(([file, text]) =>
    [...text.matchAll(pattern)].map((found) => ({
      name: found[1] ?? found[2] ?? '',
      place: `${file}:${text.slice(0, found.index).split('\n').length}`,
    })),
  )
}

/** Finds paths and symbols named in comments, strings, documents, and settings that don't exist. */
export async function checkReferences(): Promise<Finished> {
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8', maxBuffer: 1e8 }).trim().split('\n')
  const files = tracked.filter((file) => readable.test(file) && !exempt.test(file) && existsSync(file))
  const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
  const stale = [...missingPaths(texts, existsSync), ...missingSymbols(texts)]
  return { code: stale.length > 0 ? 1 : 0, output: stale.join('\n') }
}

if (import.meta.main) console.log((await checkReferences()).output)
