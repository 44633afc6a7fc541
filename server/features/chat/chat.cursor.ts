import { AppError } from '#contract/errors.ts'

/** The last row of a page of chats or search results. `seq` is 0 for chats. */
export type PageEnd = { at: Date; chatId: string; seq: number }

export function encodeCursor({ at, chatId, seq }: PageEnd): string {
  return Buffer.from(`${at.getTime()}_${chatId}_${seq}`).toString('base64url')
}

/** @throws AppError 'invalid_input' for text that `encodeCursor` did not create. */
export function decodeCursor(cursor: string): PageEnd {
  const [, ms, chatId, seq] =
    Buffer.from(cursor, 'base64url')
      .toString()
      .match(/^(\d{1,15})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})_(\d{1,15})$/) ?? []
  if (!ms || !chatId || !seq) {
    throw new AppError('invalid_input', { cursor }, [{ field: 'cursor', message: 'This is no place to continue from.' }])
  }
  return { at: new Date(Number(ms)), chatId, seq: Number(seq) }
}
