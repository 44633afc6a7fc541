/* Warns of addresses that imitate a known one, by Unicode's method for confusable names (UTS #39, section 4): names that have the same
   skeleton look alike. The table has the letters of other alphabets that fonts draw like Latin ones. */

/** Domains that are imitated most, and those of the platforms here. */
const KNOWN = [
  'amazon.com',
  'apple.com',
  'bandcamp.com',
  'discord.com',
  'facebook.com',
  'github.com',
  'gmail.com',
  'google.com',
  'instagram.com',
  'last.fm',
  'listenbrainz.org',
  'live.com',
  'microsoft.com',
  'netflix.com',
  'outlook.com',
  'paypal.com',
  'reddit.com',
  'soundcloud.com',
  'spotify.com',
  'spotify.link',
  'steamcommunity.com',
  'steampowered.com',
  'telegram.org',
  'tiktok.com',
  'twitch.tv',
  'twitter.com',
  'whatsapp.com',
  'wikipedia.org',
  'yahoo.com',
  'youtu.be',
  'youtube.com',
] as const

const CONFUSABLE: Readonly<Record<string, string>> = {
  // Cyrillic
  а: 'a',
  ԁ: 'd',
  е: 'e',
  ɡ: 'g',
  һ: 'h',
  і: 'i',
  ј: 'j',
  ӏ: 'l',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  ѕ: 's',
  с: 'c',
  у: 'y',
  ѵ: 'v',
  ԝ: 'w',
  х: 'x',
  к: 'k',
  // Greek
  α: 'a',
  γ: 'y',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ϲ: 'c',
  // Armenian
  օ: 'o',
  ս: 'u',
  հ: 'h',
  ո: 'n',
  ց: 'g',
  զ: 'q',
  // Latin
  ı: 'i',
  ɑ: 'a',
  ƅ: 'b',
  ʟ: 'l',
  0: 'o',
  1: 'l',
  m: 'rn',
  w: 'vv',
}

/** Shorter names are too often one letter off by chance. */
const MIN_LETTERS = 6

/** The problem of a host: it imitates a domain, or mixes alphabets in one name. Null without a problem. */
export type LookAlike = { kind: 'imitates'; domain: string } | { kind: 'mixed' } | null

/** @param own the host of this installation, which can also be imitated */
export function lookAlike(host: string, own: string): LookAlike {
  const domains = own.includes('.') && /[a-z]/i.test(own) ? [...KNOWN, own] : KNOWN
  const name = host.toLowerCase().split('.').map(toUnicode).join('.')
  if (domains.some((domain) => name === domain || name.endsWith(`.${domain}`))) return null
  const domain = name.split('.').slice(-2).join('.')
  const imitated = domains.find(
    (entry) => skeleton(domain) === skeleton(entry) || `.${name}`.includes(`.${entry}.`) || isOneLetterOff(domain, entry),
  )
  if (imitated !== undefined) return { kind: 'imitates', domain: imitated }
  return name.split('.').some((label) => /[a-z]/.test(label) && /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u.test(label))
    ? { kind: 'mixed' }
    : null
}

/** Equal for names that look alike. */
function skeleton(name: string): string {
  return Array.from(name.normalize('NFKD').replaceAll(/\p{M}/gu, ''), (letter) => CONFUSABLE[letter] ?? letter).join('')
}

/** Whether one letter was added, left out, replaced, or swapped with the next, under the same top-level domain. */
function isOneLetterOff(domain: string, known: string): boolean {
  const [name = '', top] = domain.split('.')
  const [other = '', otherTop] = known.split('.')
  if (top !== otherTop || other.length < MIN_LETTERS || Math.abs(name.length - other.length) > 1) return false
  let start = 0
  while (start < name.length && name[start] === other[start]) start++
  const rest = name.slice(start)
  const otherRest = other.slice(start)
  return (
    rest.slice(1) === otherRest.slice(1) ||
    rest.slice(1) === otherRest ||
    rest === otherRest.slice(1) ||
    (rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2))
  )
}

/** Decodes a label of an internationalized domain name (Punycode, RFC 3492). Returns an invalid one unchanged. */
function toUnicode(label: string): string {
  if (!label.startsWith('xn--')) return label
  const code = label.slice(4)
  const end = code.lastIndexOf('-')
  const basicCharacters = Array.from(end > 0 ? code.slice(0, end) : '')
  let point = 128
  let bias = 72
  let index = 0
  for (let i = end > 0 ? end + 1 : 0; i < code.length;) {
    const before = index
    for (let weight = 1, step = 36; ; step += 36) {
      const digit = digitOf(code.charCodeAt(i++))
      if (digit === null) return label
      index += digit * weight
      const threshold = step <= bias ? 1 : Math.min(26, step - bias)
      if (digit < threshold) break
      weight *= 36 - threshold
    }
    bias = adapt(index - before, basicCharacters.length + 1, before === 0)
    point += Math.floor(index / (basicCharacters.length + 1))
    index %= basicCharacters.length + 1
    if (point > 0x10ffff) return label
    basicCharacters.splice(index++, 0, String.fromCodePoint(point))
  }
  return basicCharacters.join('')
}

/** The value of a digit: a to z are 0 to 25, 0 to 9 are 26 to 35. */
function digitOf(code: number): number | null {
  if (code >= 97 && code <= 122) return code - 97
  return code >= 48 && code <= 57 ? code - 22 : null
}

function adapt(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2))
  rest += Math.floor(rest / length)
  let bias = 0
  for (; rest > 455; bias += 36) rest = Math.floor(rest / 35)
  return bias + Math.floor((36 * rest) / (rest + 38))
}
