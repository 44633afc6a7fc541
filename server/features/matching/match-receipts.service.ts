/* Receipts of full matches: who opened whose, by day. Both must share them, when a match is opened and when receipts are read. */
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { type MatchReceipts, RECEIPT_DAYS, type ReceiptDay } from '#contract/taste/match-receipts.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { matchReceiptsStore, type Receipt } from './match-receipts.store.ts'
import type { TastePeople } from './taste-people.ts'

const DAY_MS = 86_400_000

export type MatchReceiptsDeps = {
  db: Db
  clock: Clock
  people: Pick<TastePeople, 'cards' | 'mustSee' | 'relations' | 'showsMatch'>
  /** Filters these users to those who share receipts. */
  shareReceipts: (uids: readonly Uid[]) => Promise<ReadonlySet<Uid>>
}

export type MatchReceiptsService = ReturnType<typeof createMatchReceipts>

export function createMatchReceipts({ db, clock, people, shareReceipts }: MatchReceiptsDeps) {
  const store = matchReceiptsStore(db)
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS).toISOString().slice(0, 10)

  /** The receipts whose other user the viewer may see and who shares receipts, too. */
  async function present(viewer: Uid, receipts: readonly Receipt[]): Promise<ReceiptDay[]> {
    const others = [...new Set(receipts.map(({ other }) => other))]
    const [relations, sharing, cards] = await Promise.all([people.relations(viewer, others), shareReceipts(others), people.cards(others)])
    const isShown = (other: Uid) => sharing.has(other) && relations.has(other) && relations.get(other) !== 'blocked'
    const byDay = Map.groupBy(
      receipts.filter(({ other }) => isShown(other)),
      ({ day }) => day,
    )
    return [...byDay]
      .map(([day, ofDay]) => ({ day, people: ofDay.flatMap(({ other }) => cards.get(other) ?? []) }))
      .filter(({ people: ofDay }) => ofDay.length > 0)
  }

  return {
    /**
     * Records that the viewer opened a full match. Opening the viewer's own leaves no receipt.
     * @throws AppError 'not_found' for unknown users and if either user blocked the other; 'forbidden' when the user does not show the match
     */
    async open(viewer: Uid, other: Uid): Promise<void> {
      if ((await people.mustSee(viewer, other)) === 'self') return
      if (!(await people.showsMatch(viewer, other))) throw new AppError('forbidden', { viewer, other, resource: 'match' })
      if ((await shareReceipts([viewer, other])).size === 2) await store.add(viewer, other, daysAgo(0))
    },

    /** The viewer's receipts in both directions; none while the viewer does not share them. */
    async list(viewer: Uid): Promise<MatchReceipts> {
      if (!(await shareReceipts([viewer])).has(viewer)) return { shared: false, opened_mine: [], opened_by_me: [] }
      const since = daysAgo(RECEIPT_DAYS)
      const [mine, byMe] = await Promise.all([store.listByViewed(viewer, since), store.listByViewer(viewer, since)])
      return { shared: true, opened_mine: await present(viewer, mine), opened_by_me: await present(viewer, byMe) }
    },

    deleteExpired: (): Promise<void> => store.deleteBefore(daysAgo(RECEIPT_DAYS)),
  }
}
