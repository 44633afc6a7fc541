import { decodeCursor, encodeCursor } from '#server/platform/page-cursor.ts'

/** The last row of a page of chats or search results. `seq` is 0 for chats. */
export type PageEnd = { at: Date; chatId: string; seq: number }

export const encodePageEnd = ({ at, chatId, seq }: PageEnd): string => encodeCursor(`${at.getTime()}_${chatId}_${seq}`)

/** @throws AppError 'invalid_input' for text that `encodePageEnd` did not create. */
export function decodePageEnd(cursor: string): PageEnd {
  const [ms, chatId = '', seq] = decodeCursor(cursor, /^(\d{1,15})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})_(\d{1,15})$/)
  return { at: new Date(Number(ms)), chatId, seq: Number(seq) }
}
