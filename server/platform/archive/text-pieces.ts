import { ArchiveError } from './archive-error.ts'

/** Decodes UTF-8 text as it arrives. A character that two chunks share stays whole; a byte order mark is dropped. */
async function* textOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8')
  for await (const piece of pieces) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}

/**
 * Splits a text at each `mark` and yields the parts in batches. The text before the first mark is the first part.
 * @throws ArchiveError 'too_large' for a part of more than `partLength` characters
 */
export async function* textParts(
  pieces: AsyncIterable<Buffer>,
  mark: string,
  { partLength }: { partLength: number },
): AsyncGenerator<string[]> {
  let rest = ''
  for await (const text of textOf(pieces)) {
    const parts = (rest + text).split(mark)
    rest = parts.pop() ?? ''
    if (rest.length > partLength) throw new ArchiveError('too_large', 'a part of the text is too long')
    if (parts.length > 0) yield parts
  }
  yield [rest]
}

/** Reads all of a small text. @throws ArchiveError 'too_large' beyond `length` characters */
export async function wholeText(pieces: AsyncIterable<Buffer>, { length }: { length: number }): Promise<string> {
  let all = ''
  for await (const text of textOf(pieces)) {
    all += text
    if (all.length > length) throw new ArchiveError('too_large', 'a text is too long')
  }
  return all
}
