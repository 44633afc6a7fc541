/** People read in the upper part of the window. */
const READING_LINE = 0.4

/** Which group is being read: the last one that begins above the reading line, and at the end of the page the last of all. */
export function groupAt(
  groups: readonly { key: string; top: number }[],
  { height, isAtEnd }: { height: number; isAtEnd: boolean },
): string {
  const begun = groups.filter(({ top }) => top <= height * READING_LINE)
  return (isAtEnd ? groups : begun).at(-1)?.key ?? groups[0]?.key ?? ''
}
