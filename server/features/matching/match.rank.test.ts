import { expect, test } from 'vitest'
import { pageAfter } from './match.rank.ts'
import { readCursor, windowStart, writeCursor, type RankCursor } from './match.present.ts'
import type { Suggestion } from './match.rank.ts'

const uid = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
/** Windows of three users each; within each the scores fall, and a later window may have a higher score. */
const crowd = (windows: number): Suggestion[][] =>
  Array.from({ length: windows }, (_w, window) =>
    Array.from({ length: 3 }, (_, index) => ({
      window,
      score: 1 / (1 + index) + (window % 2),
      uid: uid(window * 3 + index),
      basis: 'taste' as const,
    })),
  )

/** Reads all pages and serializes each cursor as on the wire. */
async function readAll(windows: readonly Suggestion[][], limit: number) {
  const [seen, requested]: [string[], number[]] = [[], []]
  let pages = 0
  for (let cursor: RankCursor | null = windowStart(0); cursor; pages++) {
    const page = await pageAfter(cursor, limit, async (window) => {
      requested.push(window)
      return { people: windows[window] ?? [], total: windows.flat().length, isLast: window >= windows.length - 1 }
    })
    expect(page.people.length).toBeLessThanOrEqual(limit)
    seen.push(...page.people.map((person) => person.uid))
    cursor = page.next && readCursor(writeCursor(page.next))
  }
  return { seen, pages, requested }
}

test('pages cover every window to the last user without gaps or repeats', async () => {
  const windows = crowd(8)
  const allUsers = windows.flat().map((window_) => window_.uid)
  for (const limit of [1, 2, 3, 4, 7, 24, 50]) expect((await readAll(windows, limit)).seen).toEqual(allUsers)
})

test('a page ends after a few windows when few users match the filter', async () => {
  const windows = Array.from({ length: 23 }, (_, window): Suggestion[] =>
    window === 21 ? [{ window, score: 0.1, uid: uid(7), basis: 'taste' }] : [],
  )
  const { seen, pages, requested } = await readAll(windows, 20)
  expect([seen, pages, requested]).toEqual([[uid(7)], 5, windows.map((_, window) => window)])
})

test('an empty crowd is one empty page, and an invalid cursor is rejected', async () => {
  expect(await readAll([], 20)).toMatchObject({ seen: [], pages: 1 })
  const odd = [Number.NaN, Number.POSITIVE_INFINITY].map((score) => writeCursor({ window: 1, score, uid: uid(1) }))
  for (const text of ['', 'x', ...odd, Buffer.from(`1 1 ${'x'.repeat(36)}`).toString('base64url')]) expect(readCursor(text)).toBeNull()
})
