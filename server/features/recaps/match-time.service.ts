import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Item, ItemKind } from '#contract/media.ts'
import type { Audience, PersonCard, Relation } from '#contract/people.ts'
import type { PrivateSection } from '#contract/identity/privacy.ts'
import type { BroughtBetween, MatchOverTime, TasteChanges } from '#contract/taste/taste-time.ts'
import type { SourceName } from '#contract/taste/taste.ts'
import type { Media } from '#server/features/media/media.service.ts'
import { createExclusionsStore } from '#server/features/sources/play-exclusions.ts'
import { countPlays } from '#server/features/sources/play-times.ts'
import { createPlaysStore } from '#server/features/sources/plays.ts'
import { dateOfDay, dayOfDate, localDays, type Day } from '#server/platform/local-day.ts'
import { firstShares, isBefore, timeOfShares, type ShareTime } from './brought.ts'
import { WEEK_DAYS } from './local-week.ts'
import { commonMoves } from './months.ts'
import { partsOf } from './range.ts'
import type { RecapsDeps } from './recap-content.ts'
import { createRecapsStore } from './recaps.store.ts'
import { monthOf, type TasteTime } from './taste-time.service.ts'
import { PRINT_BARS, type Genre, type Topic } from '#contract/taste/print.ts'

export type MatchTimeDeps = Pick<RecapsDeps, 'db' | 'clock' | 'percents' | 'shares' | 'timeZoneOf' | 'mutedAmong'> & {
  tasteTime: Pick<TasteTime, 'prints'>
  items: Media['items']
  barsOf: Media['bars']
  cards(uids: readonly Uid[]): Promise<ReadonlyMap<Uid, PersonCard>>
  /** Buddies, without those that the viewer hides or mutes or who don't want to be counted. */
  buddiesOf(viewer: Uid): Promise<readonly Uid[]>
  /** @throws AppError 'not_found' for unknown users and if either user blocked the other */
  mustSee(viewer: Uid, other: Uid): Promise<Relation>
  connectedAt(viewer: Uid, other: Uid): Promise<Date | null>
  /** A user's permissions for pictures of their matches. */
  pictureOf(uid: Uid): Promise<MatchOverTime['picture']>
  /** Filters these users to those who allow the history of their matches. */
  allowHistory(uids: readonly Uid[]): Promise<ReadonlySet<Uid>>
  maySee(viewer: Uid, owner: Uid, section: PrivateSection): Promise<boolean>
  sourcesOf(uid: Uid): Promise<{ source: SourceName; shownTo: Audience }[]>
  /** Whether data of a source may be shown to others here. */
  mayShare(source: SourceName): boolean
}

export type MatchTime = ReturnType<typeof createMatchTime>

const DAY_MS = 86_400_000
/** The period in which shares are searched. */
const SHARES_DAYS = 366
/** The first stored match counts as the one at the start of the connection if it is at most this much later. */
const MET_DAYS = 35
const BROUGHT = 6
const YEAR_DAYS = 365
const CHANGED = 3
/** Limited, because each buddy needs several queries. */
const MAX_BUDDIES = 20

type Changed = Omit<Change, 'makerId'> & { item: Item }

/** The artist of a track, the channel of a video, or the item itself. */
const makerOf = ({ id, kind, by_id: makerId }: Item): string | undefined => (kind === 'artist' || kind === 'channel' ? id : makerId)

type Context = MatchTimeDeps & {
  store: ReturnType<typeof createRecapsStore>
  plays: ReturnType<typeof createPlaysStore>
  exclusions: ReturnType<typeof createExclusionsStore>
}

/** The match of two buddies by month, what changed it, and what each brought the other. Both must allow it. */
export function createMatchTime(deps: MatchTimeDeps) {
  const { db, clock } = deps
  const context = { ...deps, store: createRecapsStore(db), plays: createPlaysStore(db), exclusions: createExclusionsStore(db) }
  const { shownBy, broughtTo } = createBrought(context)
  const changesTo = createChanges(context, { shownBy, broughtTo })

  return {
    /** Who changed the viewer's plays, and whose plays the viewer changed, among these buddies. For the latter, both must allow it. */
    async changes(viewer: Uid): Promise<TasteChanges> {
      const buddies = await deps.buddiesOf(viewer)
      const allowing = await deps.allowHistory([viewer, ...buddies])
      const consenting = allowing.has(viewer) ? buddies.filter((uid) => allowing.has(uid)).slice(0, MAX_BUDDIES) : []
      const [mine, theirs] = await Promise.all([
        changesTo(viewer, buddies, viewer),
        Promise.all(
          consenting.map(async (uid) => {
            if (!(await showMatch(deps, viewer, uid))) return []
            return (await changesTo(uid, [viewer], viewer)).map((change) => ({ ...change, by: uid }))
          }),
        ),
      ])
      const [changedMe, changedThem] = [await withoutMuted(deps, viewer, mine), await withoutMuted(deps, viewer, theirs.flat())]
      const changed = changedThem.toSorted((a, b) => b.points - a.points).slice(0, CHANGED)
      const cards = await deps.cards([...new Set([...changedMe, ...changed].map(({ by }) => by))])
      const present = (all: readonly Changed[]) =>
        all.flatMap(({ by, ...change }) => {
          const person = cards.get(by)
          return person ? [{ ...change, person }] : []
        })
      return { changed_you: present(changedMe), you_changed: present(changed) }
    },

    /**
     * The items that these buddies played for the first time in these days after the viewer had shown them, the latest first. Both must
     * allow it.
     */
    async broughtBy(viewer: Uid, buddies: readonly Uid[], { from, to }: { from: Day; to: Day }): Promise<(BroughtBetween & { to: Uid })[]> {
      const allowing = await deps.allowHistory([viewer, ...buddies])
      if (!allowing.has(viewer)) return []
      const consenting = buddies.filter((uid) => allowing.has(uid)).slice(0, MAX_BUDDIES)
      const [first, last] = [dateOfDay(from), dateOfDay(to)]
      const found = consenting.map(async (uid) => {
        if (!(await showMatch(deps, viewer, uid))) return []
        const brought = await broughtTo(uid, [viewer], viewer, timeOfShares({ from, to }))
        return brought.filter(({ played }) => played >= first && played <= last).map((item) => ({ ...item, to: uid }))
      })
      return (await Promise.all(found)).flat().toSorted((a, b) => b.played.localeCompare(a.played))
    },

    /** @throws AppError 'not_found' for oneself, unknown users and if either user blocked the other, 'forbidden' unless they are buddies who show each other their match */
    async between(viewer: Uid, other: Uid): Promise<MatchOverTime> {
      if (viewer === other) throw new AppError('not_found', { other })
      const relation = await deps.mustSee(viewer, other)
      if (relation !== 'connected' || !(await showMatch(deps, viewer, other)))
        throw new AppError('forbidden', { viewer, other, resource: 'match' })
      const allowing = await deps.allowHistory([viewer, other])
      const empty = { connected_at: null, met: null, points: [], bars: [], brought: [], picture: 'off' as const }
      if (!allowing.has(viewer)) return { state: 'yours_off', ...empty }
      if (!allowing.has(other)) return { state: 'theirs_off', ...empty }
      const connected = await deps.connectedAt(viewer, other)
      const today = localDays(await deps.timeZoneOf(viewer))(clock.now().getTime())
      const [{ points, met }, mine, theirs, toMe, toThem, picture] = await Promise.all([
        pointsOf(context, viewer, other, today, connected),
        deps.tasteTime.prints(viewer),
        shownBy(other, viewer).then((part) => deps.tasteTime.prints(other, part)),
        broughtTo(viewer, [other], viewer).then((all) => withoutMuted(deps, viewer, all)),
        broughtTo(other, [viewer], viewer).then((all) => withoutMuted(deps, viewer, all)),
        deps.pictureOf(other),
      ])
      const from = points[0]?.month ?? ''
      return {
        state: 'shown',
        connected_at: connected?.toISOString() ?? null,
        met,
        points,
        bars: commonMoves(mine, theirs, from),
        brought: [...toMe.slice(0, BROUGHT), ...toThem.slice(0, BROUGHT)].toSorted((a, b) => b.at.localeCompare(a.at)),
        picture,
      }
    },
  }
}

/** Items that users brought each other, as far as a viewer may see them. */
function createBrought(deps: Context) {
  const { clock, plays, exclusions } = deps

  const lastYear = (): ShareTime => ({ since: new Date(clock.now().getTime() - SHARES_DAYS * DAY_MS) })

  /** The sources and sides that a user shows the viewer. */
  async function visibleSources(owner: Uid, viewer: Uid) {
    const [sources, music, video] = await Promise.all([
      deps.sourcesOf(owner),
      deps.maySee(viewer, owner, 'music'),
      deps.maySee(viewer, owner, 'video'),
    ])
    const shown = sources.filter(({ source, shownTo }) => owner === viewer || (shownTo !== 'only_me' && deps.mayShare(source)))
    return { sources: shown.map(({ source }) => source), music: music || owner === viewer, video: video || owner === viewer }
  }

  /** The first plays of a user after one of the others had shown the item, if the user shows the viewer their plays. */
  async function broughtTo(player: Uid, by: readonly Uid[], viewer: Uid, time: ShareTime = lastYear()) {
    const dayOf = localDays(await deps.timeZoneOf(player))
    const [shares, shown, hidden, span] = await Promise.all([
      deps.shares(player, by, time),
      visibleSources(player, viewer),
      exclusions.hiddenItems(player),
      plays.getDaySpan(player, dayOf),
    ])
    const ids = [...new Set(shares.map(({ itemId }) => itemId))].filter((id) => !hidden.has(id))
    const [all, visible, items] = await Promise.all([
      plays.ends(player, ids, dayOf),
      plays.ends(player, ids, dayOf, shown.sources),
      deps.items(ids),
    ])
    // In the first week of a history everything would be new. A hidden source must not be deducible from its effects.
    const firsts = new Map(
      [...all].flatMap(([id, { first }]) =>
        span !== null && first.day >= span.from + WEEK_DAYS && visible.get(id)?.first.day === first.day ? [[id, first] as const] : [],
      ),
    )
    return [...firstShares(shares, firsts, dayOf)]
      .flatMap(([id, { by: giver, how, at, where }]): BroughtBetween[] => {
        const item = items.get(id)
        const isShown = item && (item.kind === 'artist' || item.kind === 'track' ? shown.music : shown.video)
        return item && isShown ? [{ item, by: giver, how, at: at.toISOString(), where, played: dateOfDay(firsts.get(id)?.day ?? 0) }] : []
      })
      .toSorted((a, b) => b.at.localeCompare(a.at))
  }

  return { shownBy: visibleSources, broughtTo }
}

type Brought = ReturnType<typeof createBrought>

function createChanges(deps: Context, { shownBy, broughtTo }: Brought) {
  const { clock, plays } = deps

  /** The users among these who changed a user's plays, if the viewer may see those plays. */
  async function changesTo(player: Uid, by: readonly Uid[], viewer: Uid): Promise<Changed[]> {
    const [brought, shown, timeZone] = await Promise.all([broughtTo(player, by, viewer), shownBy(player, viewer), deps.timeZoneOf(player)])
    if (brought.length === 0) return []
    const dayOf = localDays(timeZone)
    const today = dayOf(clock.now().getTime())
    const ids = [...new Set(brought.flatMap(({ item }) => makerOf(item) ?? []))]
    const [played, ends, bars, items] = await Promise.all([
      plays.listInRange(player, { from: today - YEAR_DAYS + 1, to: today, timeZone, sources: shown.sources }),
      plays.ends(player, ids, dayOf),
      deps.barsOf(ids),
      deps.items(ids),
    ])
    const isShown = (kind: ItemKind) => (kind === 'artist' && shown.music) || (kind === 'channel' && shown.video)
    const counts = new Map(played.flatMap((item) => (isShown(item.kind) ? [[item.itemId, countPlays(item)] as const] : [])))
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
    // The latest share is the first of the list, so the earliest one decides who brought a maker.
    const contributors = new Map(brought.flatMap(({ item, by: giver, at }) => [[makerOf(item) ?? '', { giver, at }] as const]))
    const makers = ids.flatMap((makerId): BroughtMaker[] => {
      const [giver, end, count] = [contributors.get(makerId), ends.get(makerId), counts.get(makerId)]
      // Not new to the user: something else of it was played before.
      if (!giver || !end || count === undefined || isBefore(end.first, Date.parse(giver.at), dayOf)) return []
      return [{ makerId, by: giver.giver, plays: count, first: end.first.day, last: end.last, bars: bars.get(makerId) ?? [] }]
    })
    return changesOf(makers, total).flatMap(({ makerId, ...change }) => {
      const item = items.get(makerId)
      return item ? [{ ...change, item }] : []
    })
  }

  return changesTo
}

/** The match at the end of each month until today. `met`: the one at the start of the connection, if it is stored. */
async function pointsOf({ store, percents }: Context, viewer: Uid, other: Uid, today: Day, connected: Date | null) {
  const weeks = await store.matchesWith(viewer, other)
  const first = weeks[0]
  const byMonth = new Map(weeks.map(({ week, percent }) => [monthOf(dateOfDay(dayOfDate(week) + WEEK_DAYS - 1)), percent]))
  const now = (await percents(viewer, [other])).get(other)
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

/** Leaves out what the viewer has muted. */
async function withoutMuted<T extends { item: Item }>({ mutedAmong }: MatchTimeDeps, viewer: Uid, all: readonly T[]): Promise<T[]> {
  const muted = await mutedAmong(
    viewer,
    all.map(({ item }) => item.id),
  )
  return all.filter(({ item }) => !muted.has(item.id))
}

/** Whether the two show each other their match. */
async function showMatch({ maySee }: MatchTimeDeps, a: Uid, b: Uid): Promise<boolean> {
  const [seen, shown] = await Promise.all([maySee(a, b, 'match'), maySee(b, a, 'match')])
  return seen && shown
}

// Who changed a user's plays, as pure functions.

/** An artist or a channel that `by` showed before the first play. */
export type BroughtMaker = { makerId: string; by: string; plays: number; first: Day; last: Day; bars: readonly (Genre | Topic)[] }
export type Change = { by: string; makers: number; points: number; makerId: string; bar: number | null }

/** An item has stayed if it is still played this many days after the first play. */
const STAYED_DAYS = 21
const PEOPLE = 3

/** Users who brought most of the plays, as percent. Changes that did not stay, and those below one percent, are left out. */
export function changesOf(brought: readonly BroughtMaker[], total: number): Change[] {
  const lasting = brought.filter(({ first, last }) => last - first >= STAYED_DAYS)
  return [...Map.groupBy(lasting, ({ by }) => by)]
    .flatMap(([by, makers]): Change[] => {
      const plays = makers.reduce((sum, maker) => sum + maker.plays, 0)
      const [highest] = makers.toSorted((a, b) => b.plays - a.plays || (a.makerId < b.makerId ? -1 : 1))
      const points = total === 0 ? 0 : Math.round((plays / total) * 100)
      return highest && points > 0 ? [{ by, makers: makers.length, points, makerId: highest.makerId, bar: tallestBar(makers) }] : []
    })
    .toSorted((a, b) => b.points - a.points || (a.by < b.by ? -1 : 1))
    .slice(0, PEOPLE)
}

function tallestBar(makers: readonly BroughtMaker[]): number | null {
  const counts = new Map<Genre | Topic, number>()
  for (const { bars, plays } of makers)
    for (const bar of bars) if (!bar.startsWith('other-')) counts.set(bar, (counts.get(bar) ?? 0) + plays)
  const [tallest] = [...counts].toSorted(([, one], [, two]) => two - one)
  return tallest ? PRINT_BARS.indexOf(tallest[0]) : null
}
