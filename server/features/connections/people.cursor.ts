import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'

/** The last of a list of people, with the figure it was sorted by. */
export type PeoplePlace = { stage: 'spelt' | 'alike' | 'listed'; figure: number; uid: Uid }

const stages: Record<string, PeoplePlace['stage']> = { s: 'spelt', a: 'alike', l: 'listed' }

/** A place in a list of people, as text that only the server reads. */
export const writePeopleCursor = ({ stage, figure, uid }: PeoplePlace): string =>
  Buffer.from(`${stage.charAt(0)}${figure}_${uid}`).toString('base64url')

/** @throws AppError 'invalid_input' for anything that `writePeopleCursor` did not write */
export function readPeopleCursor(cursor: string | undefined): PeoplePlace | null {
  if (cursor === undefined) return null
  const [, letter, figure, uid] =
    Buffer.from(cursor, 'base64url')
      .toString()
      .match(/^([sal])(-?\d{1,16}(?:\.\d{1,17})?(?:e-?\d{1,3})?)_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/) ?? []
  const stage = stages[letter ?? '']
  if (!stage || !figure || !uid)
    throw new AppError('invalid_input', { cursor }, [{ field: 'cursor', message: 'This is no place to continue from.' }])
  return { stage, figure: Number(figure), uid }
}
