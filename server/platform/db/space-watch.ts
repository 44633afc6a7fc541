import { AppError } from '#contract/errors.ts'

/** Takes a page of the disk and gives it back. */
const takeSpace = 'create temporary table space_taken on commit drop as select 1 as one'

/** Remembers that a statement failed for want of space: reading works on a full disk, so only a write shows that there is some again. */
export class SpaceWatch {
  #isFull = false

  /** Returns the error of a failed statement as it is. */
  noting(error: unknown): unknown {
    if (error instanceof AppError && error.code === 'storage_full') this.#isFull = true
    return error
  }

  /** Asks the database whether it answers, and after a full disk whether it can write. @param run runs one statement */
  async ask(run: (sql: string) => Promise<unknown>): Promise<void> {
    await run(this.#isFull ? takeSpace : 'select 1')
    this.#isFull = false
  }
}
