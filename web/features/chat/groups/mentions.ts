import type { PersonCard } from '#contract/people.ts'

const inText = /(?<![\w@.])@([a-z0-9_.]{3,24})/gi

/** A text in parts; those with a person mention them. A dot after a name ends the sentence. */
export function splitMentions(text: string, people: readonly PersonCard[]): { text: string; person: PersonCard | null }[] {
  const parts: { text: string; person: PersonCard | null }[] = []
  let done = 0
  for (const found of text.matchAll(inText)) {
    const written = (found[1] ?? '').toLowerCase()
    const person = people.find(({ user_name: userName }) => userName === written || userName === written.replace(/\.+$/, ''))
    if (!person) continue
    const end = found.index + 1 + person.user_name.length
    if (found.index > done) parts.push({ text: text.slice(done, found.index), person: null })
    parts.push({ text: text.slice(found.index, end), person })
    done = end
  }
  if (done < text.length) parts.push({ text: text.slice(done), person: null })
  return parts
}
