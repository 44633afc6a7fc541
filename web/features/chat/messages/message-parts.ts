import type { MessageRowData } from '../engine/rows.ts'

const parts = ['edits', 'who', 'words', 'kind', 'pictures', 'foot'] as const
type Part = (typeof parts)[number]

/** The id that a part of a message has on the page. */
export const partId = ({ id }: MessageRowData, part: Part): string => `${part}-${id}`

/**
 * The parts that name a message: moving by the arrow keys, a screen reader says no more than the name of what it comes to.
 * Parts that are not there count for nothing.
 */
export const nameOf = (row: MessageRowData): string => parts.map((part) => partId(row, part)).join(' ')
