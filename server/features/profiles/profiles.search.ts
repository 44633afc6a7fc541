import type { Uid } from '#contract/base/ids.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import { catchUpAfterReconnect } from '#server/platform/bus/catch-up.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { createProfileSearchStore, type ParsedQuery } from './profiles.search.store.ts'
import { readQuery, searchTextOf } from './profiles.search-text.ts'
import type { PeopleFilter, ProfileRow } from './profiles.store.ts'

/** The end of a page of results: the last person, and whether they were found by the exact or by a similar spelling. */
export type SearchCursor = { stage: 'exact' | 'similar'; uid: Uid }

export type SearchDeps = { db: Db; bus: Pick<Bus, 'announce' | 'onAnnouncement' | 'onReconnected'>; log: Log }

const TOPIC = 'profiles.named'
const PEOPLE_AT_ONCE = 5_000
/** Words that a misspelled word may mean. */
const MEANT_WORDS = 6

/** Words of this length may contain one typo, and longer ones two; shorter ones would resemble everything. */
const LETTERS_FOR_ONE = 4
const LETTERS_FOR_TWO = 7

export type PeopleSearch = ReturnType<typeof createPeopleSearch>

/** Finds users by name: exact matches first, then similar words. */
export function createPeopleSearch({ db, bus, log }: SearchDeps) {
  const store = createProfileSearchStore(db)
  let words = createNameWords()
  /** The replacement during a reload. Words added in the meantime go into both. */
  let next: ReturnType<typeof createNameWords> | null = null

  function addWords(text: string): void {
    words.add(text)
    next?.add(text)
  }

  async function readAll(): Promise<void> {
    const fresh = createNameWords()
    next = fresh
    let people = 0
    for (let after: Uid | null = null; ;) {
      const texts: { uid: Uid; text: string }[] = await store.texts(after, PEOPLE_AT_ONCE)
      for (const { text } of texts) fresh.add(text)
      people += texts.length
      const last = texts.at(-1)
      if (!last) break
      after = last.uid
    }
    words = fresh
    if (next === fresh) next = null
    log.info({ people }, 'people search is ready')
  }

  function editsFor(word: string): number {
    if (word.length < LETTERS_FOR_ONE) return 0
    return word.length < LETTERS_FOR_TWO ? 1 : 2
  }

  /** The candidates for each word, including itself; null when no word has a correction. */
  function similarWords(typed: ParsedQuery): string[][] | null {
    const meant = typed.words.map((word) => {
      const most = editsFor(word)
      return most === 0 ? [word] : [...words.similar(word, most, MEANT_WORDS).map((it) => it.word), word]
    })
    return meant.some((list) => list.length > 1) ? meant : null
  }

  return {
    /** Loads the words of all names. Until then, misspelled names are not found. */
    async start(): Promise<void> {
      // Another server process has a new name; only its words matter here.
      bus.onAnnouncement(TOPIC, addWords)
      catchUpAfterReconnect({ bus, log, what: 'names', run: readAll })
      await readAll()
    },

    /** Adds a new name. */
    named({ userName, name }: Pick<ProfileRow, 'userName' | 'name'>): void {
      const text = searchTextOf(userName, name)
      addWords(text)
      bus.announce(TOPIC, text)
    },

    /** A page of people, best first, only those who pass every filter. `formerOwner` had the typed user name until a change. */
    async find(
      typed: string,
      filters: readonly PeopleFilter[],
      behind: SearchCursor | null,
      limit: number,
      formerOwner: Uid | null = null,
    ) {
      const parsed = readQuery(typed)
      if (!parsed) return []
      const query = { ...parsed, formerOwner }
      const found: { row: ProfileRow; stage: SearchCursor['stage'] }[] = []
      if (behind?.stage !== 'similar') {
        const rows = await store.findExact(query, { filters, after: behind?.uid ?? null, limit })
        found.push(...rows.map((row) => ({ row, stage: 'exact' as const })))
      }
      const meant = found.length < limit ? similarWords(query) : null
      if (meant) {
        const after = behind?.stage === 'similar' ? behind.uid : null
        const rows = await store.findSimilar(query, meant, { filters, after, limit: limit - found.length })
        found.push(...rows.map((row) => ({ row, stage: 'similar' as const })))
      }
      return found
    },
  }
}

/** A word of a user's name that the searcher may have meant, and its distance from the typed word. */
export type SimilarWord = { word: string; slips: number }

/** Words of names are short; longer ones are ignored. */
const LONGEST = 40

/**
 * Every word of all names, in memory: a search for a misspelled word takes under a millisecond for a hundred thousand words, and fifty in
 * the database. Words of removed names are harmless, because they find nobody.
 */
export function createNameWords() {
  const counts = new Map<string, number>()
  const words: string[] = []
  /** A bit set of the letters in a word; other scripts share the bits. */
  const letters: number[] = []

  return {
    /** Adds the words of a search text. */
    add(searchText: string): void {
      for (const word of new Set(wordsOf(searchText))) {
        const count = counts.get(word)
        counts.set(word, (count ?? 0) + 1)
        if (count !== undefined) continue
        words.push(word)
        letters.push(lettersOf(word))
      }
    },

    /** The words that may have been meant, nearest and most common first, except those that begin with the typed word. */
    similar(typed: string, mostSlips: number, limit: number): SimilarWord[] {
      const wanted = lettersOf(typed)
      const found: SimilarWord[] = []
      for (let at = 0; at < words.length; at++) {
        // A letter that is missing in the word costs one typo, which rules out nearly all words quickly.
        if (bits(wanted & ~(letters[at] ?? 0)) > mostSlips) continue
        const word = words[at] ?? ''
        if (word.length < typed.length - mostSlips) continue
        const edits = editsToPrefix(typed, word, mostSlips)
        if (edits > 0 && edits <= mostSlips) found.push({ word, slips: edits })
      }
      const rank = ({ word, slips }: SimilarWord) => slips * 1_000 + Math.abs(word.length - typed.length)
      return found.toSorted((a, b) => rank(a) - rank(b) || (counts.get(b.word) ?? 0) - (counts.get(a.word) ?? 0)).slice(0, limit)
    },
  }
}

/** Usernames are split at dots, underscores and digits. */
const wordsOf = (searchText: string): string[] =>
  searchText.split(/[^\p{L}\p{M}]+/u).filter((word) => word.length > 2 && word.length <= LONGEST)

function lettersOf(word: string): number {
  let set = 0
  for (let at = 0; at < word.length; at++) set |= 1 << (word.charCodeAt(at) % 32)
  return set
}

function bits(set: number): number {
  let count = 0
  for (let rest = set; rest !== 0; rest &= rest - 1) count++
  return count
}

/**
 * The number of typos between the typed word and the beginning of a word: an extra letter, a missing one, a wrong one, two swapped. Returns
 * `most + 1` as soon as there are more.
 */
export function editsToPrefix(typed: string, word: string, most: number): number {
  const width = Math.min(word.length, typed.length + most)
  let before: number[] = []
  let above = Array.from({ length: width + 1 }, (_, at) => at)
  for (let row = 1; row <= typed.length; row++) {
    const line = [row]
    let least = row
    for (let column = 1; column <= width; column++) {
      const isSame = typed[row - 1] === word[column - 1]
      let slips = Math.min((above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1, (above[column - 1] ?? 0) + (isSame ? 0 : 1))
      const isSwapped = row > 1 && column > 1 && typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1]
      if (isSwapped) slips = Math.min(slips, (before[column - 2] ?? 0) + 1)
      line.push(slips)
      least = Math.min(least, slips)
    }
    // A swap refers to the row before the previous one, so one bad row is not the end yet.
    if (least > most && Math.min(...above) > most) return most + 1
    before = above
    above = line
  }
  return Math.min(...above, most + 1)
}
