import { ArchiveError } from './archive-error.ts'

/** UTF-8 text as it arrives; a letter that two pieces share is put together, and a byte order mark is dropped. */
async function* textOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8')
  for await (const piece of pieces) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}

/**
 * Text cut at each `mark`, the mark itself dropped, in batches. What stands before the first mark comes first.
 * @throws ArchiveError 'too_large' for a part beyond `partLength` letters
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

/** All of a small text. @throws ArchiveError 'too_large' beyond `length` letters */
export async function wholeText(pieces: AsyncIterable<Buffer>, { length }: { length: number }): Promise<string> {
  let all = ''
  for await (const text of textOf(pieces)) {
    all += text
    if (all.length > length) throw new ArchiveError('too_large', 'a text is too long')
  }
  return all
}
