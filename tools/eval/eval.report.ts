import { calibrationOf, type Calibration } from './eval.calibration.ts'
import { readEvalData } from './eval.data.ts'
import { discoverQuality, type DiscoverName, type DiscoverQuality, type DiscoverReport } from './eval.discover.ts'
import { suggestionQuality, type SuggestionQuality } from './eval.friends.ts'
import { measuresOf, type MeasureName } from './eval.measures.ts'
import { qualityOf, type Quality } from './eval.ranks.ts'

export type EvalReport = {
  people: number
  people_with_friends: number
  items: number
  plays: number
  friendships: number
  measures: Record<MeasureName, Quality>
  suggestions: SuggestionQuality[]
  discover: DiscoverReport
  /** The calibration of the product's percentages. */
  calibration: Calibration
}

/** The minimum results on the included listeners. */
export type QualityFloor = { ranking: Quality; discover: DiscoverFloor; five_picks: DiscoverFloor }
/** `top100`: at most. */
type DiscoverFloor = { at_least: Omit<DiscoverQuality, 'top100'>; at_most: Pick<DiscoverQuality, 'top100'> }

/** The numbers of a report that are below the minimum, as text; none if it is met. */
export function belowFloor({ measures, discover }: EvalReport, floor: QualityFloor): string[] {
  return [
    ...missedMinimums(measures.ours, floor.ranking, ''),
    ...missedTargets(discover.ours, floor.discover, 'discover '),
    ...missedTargets(discover.five_picks.ours, floor.five_picks, 'discover with five picks '),
  ]
}

function missedTargets(reached: DiscoverQuality, { at_least: least, at_most: most }: DiscoverFloor, prefix: string): string[] {
  const above = reached.top100 > most.top100 ? [`${prefix}top100 is ${reached.top100.toFixed(4)}, above the limit of ${most.top100}`] : []
  return [...missedMinimums(reached, least, prefix), ...above]
}

function missedMinimums<Name extends string>(
  reached: NoInfer<Record<Name, number>>,
  floor: Record<Name, number>,
  prefix: string,
): string[] {
  // The keys of a record are its names.
  return (Object.keys(floor) as Name[])
    .filter((name) => reached[name] < floor[name])
    .map((name) => `${prefix}${name} is ${reached[name].toFixed(4)}, below the floor of ${floor[name]}`)
}

/** The shares of known friendships. */
const KNOWN = [0.5, 0.8]

/** Measures how well taste alone finds friends. @throws BadLine */
export function evaluate(playsText: string, friendsText: string): EvalReport {
  const data = readEvalData(playsText, friendsText)
  const measures = measuresOf(data)
  const quality = (name: MeasureName): Quality => qualityOf(measures[name], data.friends)
  return {
    people: data.people.length,
    people_with_friends: data.friends.filter((own) => own.size > 0).length,
    items: data.items.length,
    plays: data.plays.reduce((sum, own) => sum + own.size, 0),
    friendships: data.friends.reduce((sum, own) => sum + own.size, 0) / 2,
    measures: {
      ours: quality('ours'),
      ours_explained: quality('ours_explained'),
      jaccard: quality('jaccard'),
      cosine: quality('cosine'),
      log_tf_idf: quality('log_tf_idf'),
    },
    suggestions: KNOWN.map((share) => suggestionQuality(data.friends, measures.ours, share)),
    discover: discoverQuality(data),
    calibration: calibrationOf(data, measures.ours),
  }
}

const names: Record<MeasureName, string> = {
  ours: 'this product',
  ours_explained: '- explained part',
  jaccard: 'Jaccard',
  cosine: 'cosine of counts',
  log_tf_idf: 'log tf-idf',
}

export function tableOf(report: EvalReport): string {
  // The keys of the record are its names.
  const rows = Object.entries(report.measures).map(([name, one]) => row(names[name as MeasureName], one))
  const { people, people_with_friends, items, plays, friendships } = report
  return [
    `${people} people (${people_with_friends} with friends, ${friendships} friendships), ${items} items, ${plays} rows`,
    '',
    cells(['', 'AUC', 'recall@10', 'recall@50', 'MRR']),
    ...rows,
    '',
    ...report.suggestions.flatMap(suggestionRows),
    ...discoverRows(report.discover),
    '',
    ...calibrationRows(report.calibration),
  ].join('\n')
}

function calibrationRows({ strangers, friends, best, tenth_best, at_60, curve }: Calibration): string[] {
  const percents = (values: readonly number[]): string => values.map((value) => `${value}%`.padStart(6)).join('')
  return [
    'percentages at      10%   25%   50%   75%   90%   99% of the pairs',
    `strangers       ${percents(strangers)}`,
    `friends         ${percents(friends)}`,
    `the median user's best match reads ${best}%, the tenth best ${tenth_best}%; ${(100 * at_60).toFixed(1)}% of all pairs read 60% or more`,
    `friends by percentage: ${curve.map((bucket) => `${bucket.from}+: ${(100 * bucket.friends).toFixed(1)}%`).join(', ')}`,
  ]
}

const cells = (values: readonly string[]): string => [values[0]?.padEnd(19), ...values.slice(1).map((value) => value.padStart(11))].join('')

const row = (name: string, { auc, recallAt10, recallAt50, mrr }: Quality): string =>
  cells([name, ...[auc, recallAt10, recallAt50, mrr].map((value) => value.toFixed(4))])

const suggestionRows = ({ known, taste, mutual_buddies, with_mutual_buddies }: SuggestionQuality): string[] => [
  `with ${known * 100}% of the friendships known, the others found:`,
  row('taste alone', taste),
  row('Adamic-Adar alone', mutual_buddies),
  row('both', with_mutual_buddies),
  '',
]

const discoverNames: Record<DiscoverName, string> = {
  ours: 'this product',
  with_buddies: '- with buddies',
  charts_anywhere: '- charts anywhere',
  neighbors: '- neighbors alone',
  ease: '- EASE alone',
  item_knn: 'item-kNN',
  jaccard: 'Jaccard',
  cosine: 'cosine of counts',
  popularity: 'popularity',
}

function discoverRows({ five_picks: fivePicks, ...report }: DiscoverReport): string[] {
  const rows = (qualities: Partial<Record<DiscoverName, DiscoverQuality>>): string[] =>
    // The keys of the record are its names.
    Object.entries(qualities).map(([name, one]) =>
      cells([
        discoverNames[name as DiscoverName],
        ...[one.recallAt10, one.recallAt50, one.ndcgAt10, one.coverage, one.top100].map((value) => value.toFixed(4)),
      ]),
    )
  const head = ['recall@10', 'recall@50', 'NDCG@10', 'coverage', 'of top 100']
  return [cells(['items held out', ...head]), ...rows(report), '', cells(['five picks known', ...head]), ...rows(fivePicks)]
}
