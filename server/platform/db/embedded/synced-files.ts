import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { isSystemError } from '../../system-error.ts'

/** The members of Emscripten's file layer that we change. */
type NodeFiles = {
  tryFSOperation<T>(operation: () => T): T
  stream_ops: { fsync?: (stream: { nfd: number }) => number }
}

/**
 * PGlite's file layer with a real fsync. Without it `fsync` does nothing, and a power cut loses most acknowledged data.
 * Counts its calls, so that opening can verify them.
 */
export class SyncedFiles extends NodeFS {
  calls = 0
  /** Set by the first failure and never reset: afterwards the state of the disk is unknown, so nothing may be acknowledged. */
  failure: Error | null = null
  /** The last error of the operating system, such as a full disk. PostgreSQL often reports it as something else. */
  systemError: Error | null = null

  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const made = await super.init(pg, options)
    const preRun = made.emscriptenOpts.preRun ?? []
    made.emscriptenOpts.preRun = [
      ...preRun,
      (mod) => {
        // Emscripten's NODEFS has these members (checked in PGlite 0.5.16); its type names none of them.
        const files = mod.NODEFS as unknown as NodeFiles
        const attempt = files.tryFSOperation
        files.tryFSOperation = (operation) => attempt(() => this.#recordError(operation))
        files.stream_ops.fsync = ({ nfd }) => files.tryFSOperation(() => this.#sync(nfd))
      },
    ]
    return made
  }

  #recordError<T>(operation: () => T): T {
    try {
      return operation()
    } catch (error) {
      if (isSystemError(error)) this.systemError = error
      throw error
    }
  }

  #sync(file: number): number {
    try {
      fsyncSync(file)
    } catch (error) {
      this.failure ??= error instanceof Error ? error : new Error(String(error))
      throw error
    }
    this.calls++
    return 0
  }
}

/**
 * An update of PGlite could silently disable the fsync. So this commits a row and checks that it was synced.
 * @throws Error when commits would not survive a power cut
 */
export async function assertDurable(pglite: PGlite, files: { calls: number }): Promise<void> {
  const setting = await pglite.query<{ fsync: string }>('show fsync')
  if (setting.rows[0]?.fsync !== 'on') throw new Error('The embedded database runs with fsync switched off.')
  const before = files.calls
  await pglite.query(`select pg_logical_emit_message(true, 'wavelength', 'opened')`)
  if (files.calls === before) throw new Error('The embedded database does not write its commits to the disk.')
}

export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else if (entry.isFile()) syncPath(path)
  }
  syncPath(folder)
  syncPath(dirname(folder))
}

/** @note Windows can't open a folder for this and needs no such call. */
export function syncPath(path: string): void {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    if (process.platform === 'win32') return
    throw error
  }
  try {
    fsyncSync(file)
  } catch (error) {
    if (process.platform !== 'win32') throw error
  } finally {
    closeSync(file)
  }
}
