/** Names of a text after an @, not within a word or an address. Without a dot at the end of a sentence. */
const name = /(?<![\w@./])@([a-z0-9_.]{3,24})/gi

export type MentionPart = { text: string; userName: string | null }

const userNameOf = (found: string): string => found.toLowerCase().replace(/\.+$/, '')

export function mentionedNames(text: string): string[] {
  return [...new Set([...text.matchAll(name)].map(([, found = '']) => userNameOf(found)))]
}

/** The text in parts, in order; joined, they equal the text. */
export function mentionParts(text: string): MentionPart[] {
  const parts: MentionPart[] = []
  let done = 0
  for (const { 1: found = '', index } of text.matchAll(name)) {
    const userName = userNameOf(found)
    const end = index + 1 + userName.length
    if (index > done) parts.push({ text: text.slice(done, index), userName: null })
    parts.push({ text: text.slice(index, end), userName })
    done = end
  }
  if (done < text.length) parts.push({ text: text.slice(done), userName: null })
  return parts
}
