/** Looked for in this order: many browsers name others too, to be taken for them. */
const browsers: readonly [name: string, mark: RegExp][] = [
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Opera', /OPR\/|Opera/],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
]
const systems: readonly [name: string, mark: RegExp][] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh|Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
]

/** What a browser says it is, in names people know. It may lie: good enough to recognise one's own devices by. */
export function readUserAgent(text: string | null): { browser: string | null; system: string | null } {
  const find = (names: typeof browsers) => names.find(([, mark]) => text !== null && mark.test(text))?.[0] ?? null
  return { browser: find(browsers), system: find(systems) }
}
