import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'

/** The last user of a page, with the value that sorts the list. */
export type PeopleCursor = { stage: 'exact' | 'similar' | 'listed'; rank: number; uid: Uid }

const stages: Record<string, PeopleCursor['stage']> = { e: 'exact', s: 'similar', l: 'listed' }

/** A cursor as text that only the server reads. */
export const writePeopleCursor = ({ stage, rank, uid }: PeopleCursor): string =>
  Buffer.from(`${stage.charAt(0)}${rank}_${uid}`).toString('base64url')

/** @throws AppError 'invalid_input' for anything that `writePeopleCursor` did not write */
export function readPeopleCursor(cursor: string | undefined): PeopleCursor | null {
  if (cursor === undefined) return null
  const [, initial, rank, uid] =
    Buffer.from(cursor, 'base64url')
      .toString()
      .match(/^([esl])(-?\d{1,16}(?:\.\d{1,17})?(?:e-?\d{1,3})?)_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/) ?? []
  const stage = stages[initial ?? '']
  if (!stage || !rank || !uid)
    throw new AppError('invalid_input', { cursor }, [{ field: 'cursor', message: 'This is no place to continue from.' }])
  return { stage, rank: Number(rank), uid }
}
