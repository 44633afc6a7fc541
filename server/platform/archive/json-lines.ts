import { ArchiveError } from './archive-error.ts'
import { textParts } from './text-pieces.ts'

/**
 * Streams the values of a file with one JSON value a line, in batches as they arrive. Blank lines are left out.
 * @throws ArchiveError 'broken' for a line that is not JSON; 'too_large' for a huge line
 */
export async function* jsonLines(pieces: AsyncIterable<Buffer>, { lineLength }: { lineLength: number }): AsyncGenerator<unknown[]> {
  for await (const lines of textParts(pieces, '\n', { partLength: lineLength })) {
    yield lines.filter((line) => line.trim() !== '').map(parse)
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // A line is truncated only at the end of the file.
    throw new ArchiveError('broken', 'a line is not JSON')
  }
}
