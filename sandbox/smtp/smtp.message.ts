/** An email as received, with its envelope. */
export type ReceivedMail = {
  from: string
  to: string[]
  /** By name in lower case, unfolded. */
  headers: ReadonlyMap<string, string>
  text: string
  html: string
}

/** Parses a message of RFC 5322 with one or two bodies. */
export function readMessage(raw: string): Pick<ReceivedMail, 'headers' | 'text' | 'html'> {
  const { headers, body } = split(raw)
  const parts = partsOf(headers.get('content-type') ?? 'text/plain', body, raw)
  const partOfType = (type: string) => parts.find(({ headers: own }) => (own.get('content-type') ?? 'text/plain').startsWith(type))
  return {
    headers: new Map([...headers].map(([name, value]) => [name, decodeWords(value)])),
    text: decode(partOfType('text/plain')),
    html: decode(partOfType('text/html')),
  }
}

type Part = { headers: Map<string, string>; body: string }

function split(raw: string): Part {
  const end = raw.indexOf('\r\n\r\n')
  const head = end < 0 ? raw : raw.slice(0, end)
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const pairs = lines.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ])
  return { headers: new Map(pairs), body: end < 0 ? '' : raw.slice(end + 4) }
}

function partsOf(type: string, body: string, whole: string): Part[] {
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1]
  if (!boundary) return [split(whole)]
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n/, '').replace(/\r\n$/, '')))
}

function decode(part: Part | undefined): string {
  if (!part) return ''
  const encoding = part.headers.get('content-transfer-encoding')?.toLowerCase()
  const bytes =
    encoding === 'base64'
      ? Buffer.from(part.body, 'base64')
      : encoding === 'quoted-printable'
        ? unquote(part.body)
        : Buffer.from(part.body, 'latin1')
  return bytes.toString('utf8').replaceAll('\r\n', '\n')
}

function unquote(text: string): Buffer {
  const joined = text.replace(/=\r\n/g, '')
  return Buffer.from(
    joined.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}

/** `=?UTF-8?Q?...?=` and `=?UTF-8?B?...?=` of RFC 2047. */
function decodeWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      (kind.toUpperCase() === 'B' ? Buffer.from(word, 'base64') : unquote(word.replaceAll('_', ' '))).toString('utf8'),
    )
}
