import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'

/**
 * Changes with the name or the content of any file that the patterns match, relative to the project's folder. Unit tests don't count,
 * because no build contains them.
 */
export function sourceHash(patterns: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of patterns.flatMap((pattern) => globSync(pattern)).toSorted()) {
    if (!/\.test\.tsx?$/.test(file) && statSync(file).isFile()) hash.update(file).update('\0').update(readFileSync(file))
  }
  return hash.digest('hex')
}
