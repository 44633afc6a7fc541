import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import type { Finished } from './run-step.ts'

const mention =
  /(?<![\w/#@.-])((?:server|web|contract|tests|tools|bench|sandbox|docs|deploy|native)\/[\w./-]+\.(?:tsx|ts|md|css|mjs|json|js|ya?ml))(?![\w-])/g
/** Texts about the past, and tests with invented paths. */
const exempt =
  /^(CHANGELOG\.md|package-lock\.json|bench\/results\/|web\/locales\/|native\/(android|ios)\/|tools\/(references|import-graph\.test)\.ts)/

/** Finds paths named in comments, strings, documents, and settings that don't exist. */
export async function checkReferences(): Promise<Finished> {
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8', maxBuffer: 1e8 }).trim().split('\n')
  const readable = tracked.filter(
    (file) => /\.(tsx?|mjs|js|cjs|md|ya?ml|json|example)$/.test(file) && !exempt.test(file) && existsSync(file),
  )
  const missing = readable.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((text, at) => [...text.matchAll(mention)].map(([, path = '']) => ({ path, place: `${file}:${at + 1}` }))),
  )
  // A result that a benchmark has not written yet may be named.
  const stale = missing.filter(({ path }) => !existsSync(path) && !path.startsWith('bench/results/'))
  return { code: stale.length > 0 ? 1 : 0, output: stale.map(({ path, place }) => `${place}: ${path} does not exist`).join('\n') }
}
