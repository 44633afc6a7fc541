import type { MessageRowData } from '../engine/rows.ts'

const parts = ['edits', 'who', 'forwarded', 'words', 'kind', 'pictures', 'foot'] as const
type Part = (typeof parts)[number]

export const partId = ({ id }: MessageRowData, part: Part): string => `${part}-${id}`

/** The ids of the parts that label a message for screen readers. Missing parts are ignored. */
export const labelledBy = (row: MessageRowData): string => parts.map((part) => partId(row, part)).join(' ')
