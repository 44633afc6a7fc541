/** Users read in the upper part of the window. */
const READING_LINE = 0.4

/** The group being read: the last one that starts above the reading line, or the last group at the end of the page. */
export function groupAt(
  groups: readonly { key: string; top: number }[],
  { height, isAtEnd }: { height: number; isAtEnd: boolean },
): string {
  const started = groups.filter(({ top }) => top <= height * READING_LINE)
  return (isAtEnd ? groups : started).at(-1)?.key ?? groups[0]?.key ?? ''
}
