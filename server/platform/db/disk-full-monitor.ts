import { AppError } from '#contract/errors.ts'

/** Allocates a disk page and frees it. */
const allocateSpace = 'create temporary table space_taken on commit drop as select 1 as one'

/** Remembers that the disk was full. Reads still work then, so only a write proves that there is space again. */
export class DiskFullMonitor {
  #isFull = false

  /** Returns the error unchanged. */
  record(error: unknown): unknown {
    if (error instanceof AppError && error.code === 'storage_full') this.#isFull = true
    return error
  }

  /** Checks that the database answers and, after a full disk, that it can write. @param run runs one statement */
  async check(run: (sql: string) => Promise<unknown>): Promise<void> {
    await run(this.#isFull ? allocateSpace : 'select 1')
    this.#isFull = false
  }
}
