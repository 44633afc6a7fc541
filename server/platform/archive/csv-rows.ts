import { textParts } from './text-pieces.ts'

export type CsvOptions = {
  delimiter: string
  /** The largest row that is accepted, in characters. */
  rowLength: number
}

/**
 * Streams the rows of separated values (RFC 4180), in batches as they arrive. Quotes may contain delimiters and line
 * ends, and double themselves. Blank lines are left out.
 * @throws ArchiveError 'too_large' for a huge row
 */
export async function* csvRows(pieces: AsyncIterable<Buffer>, { delimiter, rowLength }: CsvOptions): AsyncGenerator<string[][]> {
  const reader = createRowReader(delimiter, rowLength)
  for await (const lines of textParts(pieces, '\n', { partLength: rowLength })) yield reader.read(lines)
  const last = reader.end()
  if (last.length > 0) yield last
}

/** The rows of a short text, such as the beginning of a file. */
export function csvRowsOf(text: string, delimiter: string): string[][] {
  const reader = createRowReader(delimiter, Number.POSITIVE_INFINITY)
  return [...reader.read(text.split('\n')), ...reader.end()]
}

function createRowReader(delimiter: string, rowLength: number) {
  let open = ''
  return {
    read: (lines: readonly string[]): string[][] =>
      lines.flatMap((line) => {
        const text = open === '' ? line : `${open}\n${line}`
        // An open quote: the row continues in the next line. A stray quote must not swallow the whole file.
        open = hasOpenQuote(text) && text.length <= rowLength ? text : ''
        return open === '' && text.trim() !== '' ? [fieldsOf(text.replace(/\r$/, ''), delimiter)] : []
      }),
    end: (): string[][] => (open === '' ? [] : [fieldsOf(open, delimiter)]),
  }
}

function hasOpenQuote(text: string): boolean {
  let quotes = 0
  for (let index = text.indexOf('"'); index >= 0; index = text.indexOf('"', index + 1)) quotes++
  return quotes % 2 === 1
}

function fieldsOf(row: string, delimiter: string): string[] {
  if (!row.includes('"')) return row.split(delimiter).map((field) => field.trim())
  const fields: string[] = []
  let field = ''
  let isQuoted = false
  for (let index = 0; index < row.length; index++) {
    const sign = row[index] ?? ''
    if (sign === '"' && isQuoted && row[index + 1] === '"') {
      field += '"'
      index++
    } else if (sign === '"') isQuoted = !isQuoted
    else if (sign === delimiter && !isQuoted) {
      fields.push(field.trim())
      field = ''
    } else field += sign
  }
  return [...fields, field.trim()]
}
