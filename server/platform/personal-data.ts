import type { Uid } from '#contract/base/ids.ts'
import type { Db } from './db/database.ts'

export type ExportedFile = { path: string; bytes: () => Promise<Uint8Array> | Uint8Array }

/** Cleanup after the account's rows are deleted. */
export type AfterErasure = () => Promise<void>

/**
 * The personal data of one feature, for the code that deletes and exports accounts, which knows no feature.
 * Rows that reference the person's row with `on delete cascade` need nothing here.
 */
export type PersonalData = {
  /** The feature's name, for the log. */
  part: string
  /**
   * Deletes rows of long tables in small steps, before the transaction. Use the database only, because everything after it waits.
   * It may run again after a crash, so it must be idempotent.
   */
  erase?(uid: Uid): Promise<void>
  /**
   * Deletes rows in the transaction that locks the person's row, ends the sessions, and then deletes that row. Use `tx` only.
   * @returns work outside of the database (files, other services), or nothing. It runs after the commit and may fail, so record in
   *   `tx` what must be retried.
   */
  eraseRows?(tx: Db, uid: Uid): Promise<AfterErasure | void>
  /**
   * All data of the user, as files. Content of others is included only where it was sent to no one else.
   * @param hidden users with a block between them and the user. No file contains their names, and a row that means nothing without
   *   the name is left out: otherwise a block would look different from a deleted account.
   */
  collect(uid: Uid, hidden: ReadonlySet<Uid>): AsyncIterable<ExportedFile>
}

export function jsonFile(path: string, value: unknown): ExportedFile {
  return { path, bytes: () => Buffer.from(`${JSON.stringify(value, null, 2)}\n`) }
}

/** Makes a text safe as part of a file name on every system. */
export function fileNameOf(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[^\p{L}\p{N} ._-]+/gu, '_')
    .replace(/^\.+/, '_')
    .slice(0, 60)
}
