import type { Uid } from '#contract/base/ids.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import { catchUpAfterReconnect } from '#server/platform/bus/catch-up.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { createNameWords } from './profiles.name-words.ts'
import { createProfileSearchStore, type ParsedQuery } from './profiles.search.store.ts'
import { readQuery, searchTextOf, spaceOut } from './profiles.search-text.ts'
import type { PeopleFilter, ProfileRow } from './profiles.store.ts'

/** The end of a page of results: the last person, and whether they were found by the exact or by a similar spelling. */
export type SearchCursor = { stage: 'exact' | 'similar'; uid: Uid }

export type SearchDeps = { db: Db; bus: Pick<Bus, 'announce' | 'onAnnouncement' | 'onReconnected'>; log: Log }

const TOPIC = 'profiles.named'
const PEOPLE_AT_ONCE = 5_000
const MAX_SIMILAR_WORDS = 6

/** Words of this length may contain one typo, and longer ones two; shorter ones would resemble everything. */
const LETTERS_FOR_ONE = 4
const LETTERS_FOR_TWO = 7

export type PeopleSearch = ReturnType<typeof createPeopleSearch>

/** Finds users by name: exact matches first, then similar words. */
export function createPeopleSearch({ db, bus, log }: SearchDeps) {
  const store = createProfileSearchStore(db)
  let nameWords = createNameWords()
  /** The replacement during a reload. Words added in the meantime go into both. */
  let next: ReturnType<typeof createNameWords> | null = null

  function addWords(text: string): void {
    nameWords.add(text)
    next?.add(text)
  }

  /** Texts that an earlier version of the server stored have no spaces between the characters of Chinese and Japanese names. */
  async function updateTexts(texts: readonly { uid: Uid; text: string }[]): Promise<void> {
    const changes = texts.map(({ uid, text }) => ({ uid, from: text, to: spaceOut(text) })).filter(({ from, to }) => from !== to)
    if (changes.length > 0) await store.replaceTexts(changes)
  }

  async function readAll(): Promise<void> {
    const fresh = createNameWords()
    next = fresh
    let people = 0
    for (let after: Uid | null = null; ;) {
      const texts: { uid: Uid; text: string }[] = await store.listTexts(after, PEOPLE_AT_ONCE)
      for (const { text } of texts) fresh.add(text)
      await updateTexts(texts)
      people += texts.length
      const last = texts.at(-1)
      if (!last) break
      after = last.uid
    }
    nameWords = fresh
    if (next === fresh) next = null
    log.info({ people }, 'people search is ready')
  }

  function editsFor(word: string): number {
    if (word.length < LETTERS_FOR_ONE) return 0
    return word.length < LETTERS_FOR_TWO ? 1 : 2
  }

  /** The candidates for each word, including itself; null when no word has a correction. */
  function similarWords(typed: ParsedQuery): string[][] | null {
    const similar = typed.words.map((word) => {
      const max = editsFor(word)
      return max === 0 ? [word] : [...nameWords.findSimilar(word, max, MAX_SIMILAR_WORDS).map((entry) => entry.word), word]
    })
    return similar.some((list) => list.length > 1) ? similar : null
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
    addName({ userName, name }: Pick<ProfileRow, 'userName' | 'name'>): void {
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
      const similar = found.length < limit ? similarWords(query) : null
      if (similar) {
        const after = behind?.stage === 'similar' ? behind.uid : null
        const rows = await store.findSimilar(query, similar, { filters, after, limit: limit - found.length })
        found.push(...rows.map((row) => ({ row, stage: 'similar' as const })))
      }
      return found
    },
  }
}
