import { AppError } from '#contract/errors.ts'

/** Where a page of chats or found messages ended. `seq` is 0 where the rows have none. */
export type Place = { at: Date; chatId: string; seq: number }

/** A place as text that only the server reads. */
export function writeCursor({ at, chatId, seq }: Place): string {
  return Buffer.from(`${at.getTime()}_${chatId}_${seq}`).toString('base64url')
}

/** @throws AppError 'invalid_input' for anything that `writeCursor` did not write. */
export function readCursor(cursor: string): Place {
  const [, ms, chatId, seq] =
    Buffer.from(cursor, 'base64url')
      .toString()
      .match(/^(\d{1,15})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})_(\d{1,15})$/) ?? []
  if (!ms || !chatId || !seq) {
    throw new AppError('invalid_input', { cursor }, [{ field: 'cursor', message: 'This is no place to continue from.' }])
  }
  return { at: new Date(Number(ms)), chatId, seq: Number(seq) }
}
