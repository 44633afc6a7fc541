/** What Takeout puts around a title, by language, for files too short to learn it from. */
const known: readonly (readonly [before: string, after: string])[] = [
  ['Watched ', ''],
  ['', ' angesehen'],
  ['Has visto ', ''],
  ['Viste ', ''],
  ['Vous avez regardé ', ''],
  ['Hai guardato ', ''],
  ['Assistiu a ', ''],
  ['Você assistiu a ', ''],
  ['Heeft ', ' bekeken'],
  ['Obejrzano: ', ''],
  ['Просмотрено видео ', ''],
  ['', ' を視聴しました'],
]

/** So many titles tell what they have in common; fewer could all be of one series. */
const ENOUGH = 20
/** A few entries say something else ("Viewed …"). */
const SHARE = 0.8
const LONGEST = 40

/** Takes away what stands around every title of a watch history ("Watched …", "… angesehen"), whatever the language. */
export function titleCleaner(titles: readonly string[]): (title: string) => string {
  const [before, after] = known.find(([start, end]) => shareOf(titles, start, end) >= SHARE) ?? learnt(titles)
  return (title) =>
    title.startsWith(before) && title.endsWith(after) && title.length > before.length + after.length
      ? title.slice(before.length, title.length - after.length)
      : title
}

function shareOf(titles: readonly string[], start: string, end: string): number {
  return titles.filter((title) => title.startsWith(start) && title.endsWith(end)).length / Math.max(1, titles.length)
}

function learnt(titles: readonly string[]): readonly [string, string] {
  const different = [...new Set(titles)]
  if (different.length < ENOUGH) return ['', '']
  return [
    common(different, (title, at) => title[at]),
    common(different, (title, at) => title.at(-1 - at))
      .split('')
      .toReversed()
      .join(''),
  ]
}

/** The longest run of letters that nearly all share, counted from one end. */
function common(titles: readonly string[], letterAt: (title: string, at: number) => string | undefined): string {
  let run = ''
  let group = titles
  while (run.length < LONGEST) {
    const next = Map.groupBy(group, (title) => letterAt(title, run.length) ?? '')
    const [letter, largest] = [...next].toSorted(([, one], [, two]) => two.length - one.length)[0] ?? ['', []]
    if (letter === '' || largest.length < titles.length * SHARE) break
    run += letter
    group = largest
  }
  return run
}
