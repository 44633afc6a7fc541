import { existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

const KEPT_MS = 24 * 3_600_000

/** Saves the hashed files of the current build from the next one, which empties their folder. After a failed build, those from before it stay. */
export function keepReplacedAssets(assets: string, aside: string): void {
  if (!existsSync(assets) || existsSync(aside)) return
  mkdirSync(aside)
  // A running server continues to read them.
  for (const name of readdirSync(assets)) linkSync(join(assets, name), join(aside, name))
}

/** Keeps the files of `aside` that the new build does not have in `old` for a day: open tabs still request them. */
export function keepReplacedFiles(assets: string, aside: string, old: string, now = new Date()): void {
  mkdirSync(old, { recursive: true })
  const current = new Set(readdirSync(assets))
  for (const name of existsSync(aside) ? readdirSync(aside) : []) {
    if (current.has(name)) continue
    renameSync(join(aside, name), join(old, name))
    // The time of the replacement.
    utimesSync(join(old, name), now, now)
  }
  rmSync(aside, { recursive: true, force: true })
  for (const name of readdirSync(old)) {
    const isOver = now.getTime() - statSync(join(old, name)).mtimeMs > KEPT_MS
    if (isOver || current.has(name)) rmSync(join(old, name))
  }
}
