import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Item } from '#contract/media.ts'
import type { Audience, Relation } from '#contract/people.ts'
import type { PrivateSection } from '#contract/identity/privacy.ts'
import type { BroughtBetween, MatchOverTime } from '#contract/taste/taste-time.ts'
import type { SourceName } from '#contract/taste/taste.ts'
import { createExclusionsStore } from '#server/features/sources/play-exclusions.ts'
import { createPlaysStore } from '#server/features/sources/plays.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { dateOfDay, dayOfDate, localDays, type Day } from '#server/platform/local-day.ts'
import { firstShares, type Share } from './brought.ts'
import { WEEK_DAYS } from './local-week.ts'
import { commonMoves } from './months.ts'
import { partsOf } from './range.ts'
import { createRecapsStore } from './recaps.store.ts'
import { monthOf, type TasteTime } from './taste-time.service.ts'

export type MatchTimeDeps = {
  db: Db
  clock: Clock
  tasteTime: Pick<TasteTime, 'prints'>
  items(ids: readonly string[]): Promise<ReadonlyMap<string, Item>>
  /** @throws AppError 'not_found' for unknown users and with a block */
  mustSee(viewer: Uid, other: Uid): Promise<Relation>
  connectedAt(viewer: Uid, other: Uid): Promise<Date | null>
  /** Of these users, those who allow the history of their matches. */
  allowHistory(uids: readonly Uid[]): Promise<ReadonlySet<Uid>>
  maySee(viewer: Uid, owner: Uid, section: PrivateSection): Promise<boolean>
  sourcesOf(uid: Uid): Promise<{ source: SourceName; shownTo: Audience }[]>
  /** Whether data of a source may be shown to others here. */
  mayShare(source: SourceName): boolean
  percents(viewer: Uid, buddies: readonly Uid[]): Promise<ReadonlyMap<Uid, number>>
  /** What these buddies showed the viewer and what the viewer can still see. */
  shares(viewer: Uid, buddies: readonly Uid[], since: Date): Promise<Share[]>
  timeZoneOf(uid: Uid): Promise<string>
}

export type MatchTime = ReturnType<typeof createMatchTime>

const DAY_MS = 86_400_000
/** Shares are looked for this long. */
const SHARES_DAYS = 366
/** The first stored match is that of the meeting if it is at most this much later. */
const MET_DAYS = 35
const BROUGHT = 6

/** The match of two buddies by month, what changed it, and what each brought the other. Both must allow it. */
export function createMatchTime(deps: MatchTimeDeps) {
  const { db, clock } = deps
  const store = createRecapsStore(db)
  const plays = createPlaysStore(db)
  const exclusions = createExclusionsStore(db)

  /** What a user shows the viewer of their own. */
  async function shownBy(owner: Uid, viewer: Uid) {
    const [sources, music, video] = await Promise.all([
      deps.sourcesOf(owner),
      deps.maySee(viewer, owner, 'music'),
      deps.maySee(viewer, owner, 'video'),
    ])
    const shown = sources.filter(({ source, shownTo }) => owner === viewer || (shownTo !== 'only_me' && deps.mayShare(source)))
    return { sources: shown.map(({ source }) => source), music: music || owner === viewer, video: video || owner === viewer }
  }

  async function pointsOf(viewer: Uid, other: Uid, today: Day, connected: Date | null) {
    const weeks = await store.matchesWith(viewer, other)
    const first = weeks[0]
    const byMonth = new Map(weeks.map(({ week, percent }) => [monthOf(dateOfDay(dayOfDate(week) + WEEK_DAYS - 1)), percent]))
    const now = (await deps.percents(viewer, [other])).get(other)
    const thisMonth = monthOf(dateOfDay(today))
    if (now !== undefined) byMonth.set(thisMonth, now)
    const from = dayOfDate([...byMonth.keys()].toSorted()[0] ?? thisMonth)
    const points = partsOf(from, today, 'month').map(({ from: day }) => ({
      month: dateOfDay(day),
      percent: byMonth.get(dateOfDay(day)) ?? null,
    }))
    const hasMet = first !== undefined && connected !== null && dayOfDate(first.week) - connected.getTime() / DAY_MS <= MET_DAYS
    return { points, met: hasMet ? first.percent : null }
  }

  /** What one of the two played first after the other had shown it, as far as the player shows the viewer what they play. */
  async function broughtTo(player: Uid, by: Uid, viewer: Uid): Promise<BroughtBetween[]> {
    const dayOf = localDays(await deps.timeZoneOf(player))
    const [shares, shown, hidden, span] = await Promise.all([
      deps.shares(player, [by], new Date(clock.now().getTime() - SHARES_DAYS * DAY_MS)),
      shownBy(player, viewer),
      exclusions.hiddenItems(player),
      plays.span(player, dayOf),
    ])
    const ids = [...new Set(shares.map(({ itemId }) => itemId))].filter((id) => !hidden.has(id))
    const [all, visible, items] = await Promise.all([
      plays.endDays(player, ids, dayOf),
      plays.endDays(player, ids, dayOf, shown.sources),
      deps.items(ids),
    ])
    // In the first week of a history everything would be new. A hidden source must not be known by what it proves.
    const firsts = new Map(
      [...all].flatMap(([id, { first }]) =>
        span !== null && first >= span.from + WEEK_DAYS && visible.get(id)?.first === first ? [[id, first] as const] : [],
      ),
    )
    return [...firstShares(shares, firsts, dayOf)]
      .flatMap(([id, { how, at, where }]): BroughtBetween[] => {
        const item = items.get(id)
        const isShown = item && (item.kind === 'artist' || item.kind === 'track' ? shown.music : shown.video)
        return item && isShown ? [{ item, by, how, at: at.toISOString(), where, played: dateOfDay(firsts.get(id) ?? 0) }] : []
      })
      .toSorted((one, two) => two.at.localeCompare(one.at))
      .slice(0, BROUGHT)
  }

  return {
    /** @throws AppError 'not_found' for oneself, unknown users and with a block, 'forbidden' unless they are buddies who show each other their match */
    async between(viewer: Uid, other: Uid): Promise<MatchOverTime> {
      if (viewer === other) throw new AppError('not_found', { other })
      const relation = await deps.mustSee(viewer, other)
      const [seen, shown] = await Promise.all([deps.maySee(viewer, other, 'match'), deps.maySee(other, viewer, 'match')])
      if (relation !== 'connected' || !seen || !shown) throw new AppError('forbidden', { viewer, other, resource: 'match' })
      const allowing = await deps.allowHistory([viewer, other])
      const empty = { connected_at: null, met: null, points: [], bars: [], brought: [] }
      if (!allowing.has(viewer)) return { state: 'yours_off', ...empty }
      if (!allowing.has(other)) return { state: 'theirs_off', ...empty }
      const connected = await deps.connectedAt(viewer, other)
      const today = localDays(await deps.timeZoneOf(viewer))(clock.now().getTime())
      const [{ points, met }, mine, theirs, toMe, toThem] = await Promise.all([
        pointsOf(viewer, other, today, connected),
        deps.tasteTime.prints(viewer),
        shownBy(other, viewer).then((part) => deps.tasteTime.prints(other, part)),
        broughtTo(viewer, other, viewer),
        broughtTo(other, viewer, viewer),
      ])
      const from = points[0]?.month ?? ''
      return {
        state: 'shown',
        connected_at: connected?.toISOString() ?? null,
        met,
        points,
        bars: commonMoves(mine, theirs, from),
        brought: [...toMe, ...toThem].toSorted((one, two) => two.at.localeCompare(one.at)),
      }
    },
  }
}
