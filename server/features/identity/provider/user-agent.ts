/** The order matters, because many browsers also name others. */
const browsers: readonly [name: string, pattern: RegExp][] = [
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Opera', /OPR\/|Opera/],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
]
const systems: readonly [name: string, pattern: RegExp][] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh|Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
]

/** The browser and system names of a User-Agent header. It may be false, but it is good enough for a list of the user's own devices. */
export function readUserAgent(text: string | null): { browser: string | null; system: string | null } {
  const find = (names: typeof browsers) => names.find(([, pattern]) => text !== null && pattern.test(text))?.[0] ?? null
  return { browser: find(browsers), system: find(systems) }
}
