/**
 * How values arrive, the same for both engines: int8 as a number (ours stay below 2^53), a date without time as its text,
 * bytea as a Uint8Array.
 */
const oid = { bytea: 17, int8: 20, date: 1082, int8Array: 1016 }

const asText = (text: string): string => text
const asNumbers = (text: string): (number | null)[] =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((part) => (part === 'NULL' ? null : Number(part)))

export const parsers: Record<number, (text: string) => unknown> = {
  [oid.int8]: Number,
  [oid.int8Array]: asNumbers,
  [oid.date]: asText,
  [oid.bytea]: (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex')),
}
