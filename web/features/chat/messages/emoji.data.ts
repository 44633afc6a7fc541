/* All emoji with their names, by group. Large, so only the lazy picker imports it. */
import groups from 'unicode-emoji-json/data-by-group.json'

export type Emoji = { emoji: string; name: string; group: string }

/** Newer emoji are missing from the fonts of many devices. */
const NEWEST_VERSION = 15

export const emojiGroups: readonly { name: string; slug: string; emoji: readonly Emoji[] }[] = groups.map(({ name, slug, emojis }) => ({
  name,
  slug,
  emoji: emojis
    .filter(({ emoji_version: version }) => Number(version) <= NEWEST_VERSION)
    .map(({ emoji, name: called }) => ({ emoji, name: called, group: slug })),
}))

const all = emojiGroups.flatMap(({ emoji }) => emoji)
const MAX_FOUND = 120

/** The emoji whose names contain every search word; names that start with the first word come first. */
export function findEmoji(words: string): readonly Emoji[] {
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean)
  const [first = ''] = parts
  const found = all.filter(({ name, emoji }) => emoji === words.trim() || parts.every((part) => name.toLowerCase().includes(part)))
  const rank = ({ name }: Emoji) => (name.startsWith(first) ? 0 : name.includes(` ${first}`) ? 1 : 2)
  return found.toSorted((one, two) => rank(one) - rank(two)).slice(0, MAX_FOUND)
}
