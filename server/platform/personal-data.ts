import type { Uid } from '#contract/base/ids.ts'
import type { Db } from './db/database.ts'

/** One file of a person's export. */
export type ExportedFile = { path: string; bytes: () => Promise<Uint8Array> | Uint8Array }

/** Work after an account's rows are gone. */
export type AfterErased = () => Promise<void>

/**
 * What one feature holds of a person: handed to the part that deletes and exports accounts, which knows no feature.
 * Rows that hang on the person's own row go with it and need no word here.
 */
export type PersonalData = {
  /** The feature's name, for the log. */
  part: string
  /**
   * Empties long tables in small steps, before the transaction. It uses the database alone, because everything after it waits.
   * Runs again after a crash, so it must bear finding its work done.
   */
  erase?(uid: Uid): Promise<void>
  /**
   * Deletes rows in the transaction that holds the person's row locked, ends the sign-in, and then deletes that row. Use `tx` alone.
   * @returns what follows outside of the database (files, other companies), or nothing. It runs after the commit, may fail, and
   *   must keep its own record in `tx` of what has to be retried.
   */
  eraseRows?(tx: Db, uid: Uid): Promise<AfterErased | void>
  /**
   * Everything of the person, as files to read. What others wrote is in it only where it was written to the person alone:
   * anything else may have got other words by now, or be for other people.
   * @param hidden whoever has a block between them and the person. Their names are in no file, and a row that says nothing
   *   without its name is left out: it would tell a block from a deleted account, whose rows are gone.
   */
  collect(uid: Uid, hidden: ReadonlySet<Uid>): AsyncIterable<ExportedFile>
}

/** A file of an export that holds a value, readable by people and programs. */
export function jsonFile(path: string, value: unknown): ExportedFile {
  return { path, bytes: () => Buffer.from(`${JSON.stringify(value, null, 2)}\n`) }
}

/** Text as it may be part of a file's name on every system. */
export function fileNameOf(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[^\p{L}\p{N} ._-]+/gu, '_')
    .replace(/^\.+/, '_')
    .slice(0, 60)
}
