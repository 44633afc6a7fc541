import { calibrationOf, type Calibration } from './eval.calibration.ts'
import { readEvalData } from './eval.data.ts'
import { discoverQuality, type DiscoverQuality, type DiscoverReport } from './eval.discover.ts'
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
  suggestions: SuggestionQuality
  discover: DiscoverReport
  /** Of this product's percentages. */
  calibration: Calibration
}

/** What this product reaches at least on the listeners that ship. */
export type Floor = { ranking: Quality; discover: Pick<DiscoverQuality, 'recallAt10' | 'recallAt50' | 'ndcgAt10'> }

/** The figures of a report that are below the floor, in words; none where it holds. */
export function belowFloor({ measures, discover }: EvalReport, floor: Floor): string[] {
  return [...below(measures.ours, floor.ranking, ''), ...below(discover.ours, floor.discover, 'discover ')]
}

function below<Name extends string>(reached: NoInfer<Record<Name, number>>, floor: Record<Name, number>, prefix: string): string[] {
  // The keys of a record are its names.
  return (Object.keys(floor) as Name[])
    .filter((name) => reached[name] < floor[name])
    .map((name) => `${prefix}${name} is ${reached[name].toFixed(4)}, below the floor of ${floor[name]}`)
}

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
    suggestions: suggestionQuality(data.friends, measures.ours),
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

/** The report as a table to read. */
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
    'with half of the friendships known, the other half found:',
    ...suggestionRows(report.suggestions),
    '',
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

const cells = (values: readonly string[]): string => [values[0]?.padEnd(18), ...values.slice(1).map((value) => value.padStart(10))].join('')

const row = (name: string, { auc, recallAt10, recallAt50, mrr }: Quality): string =>
  cells([name, ...[auc, recallAt10, recallAt50, mrr].map((value) => value.toFixed(4))])

const suggestionRows = ({ taste, with_mutual_buddies }: SuggestionQuality): string[] => [
  row('taste alone', taste),
  row('+ mutual buddies', with_mutual_buddies),
]

const discoverRows = ({ ours, with_buddies, popularity, item_knn }: DiscoverReport): string[] => [
  cells(['items held out', 'recall@10', 'recall@50', 'NDCG@10', 'coverage', 'of top 100']),
  ...[
    ['this product', ours] as const,
    ['- with buddies', with_buddies] as const,
    ['popularity', popularity] as const,
    ['item-kNN', item_knn] as const,
  ].map(([name, one]) =>
    cells([name, ...[one.recallAt10, one.recallAt50, one.ndcgAt10, one.coverage, one.top100].map((value) => value.toFixed(4))]),
  ),
]
