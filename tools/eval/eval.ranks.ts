import { mulberry32 } from '#sandbox/kit/random.ts'
import { permutation } from './eval.random.ts'

/** How well a measure ranks friends above other users: means over the users with a friend. */
export type Quality = {
  /** AUC: the chance that a friend scores higher than a non-friend; ties count half. Over all pairs. */
  auc: number
  /** Friends among the first ten (fifty) of the ranking, of all friends. */
  recallAt10: number
  recallAt50: number
  /** One over the rank of the first friend. */
  mrr: number
}

/** Scores of one user with all others, in the order of the users; the user's own entry is ignored. */
export type Scores = (person: number) => ArrayLike<number>

const TIE_SEED = 2011

/**
 * Ranks all others for each user with a friend.
 * @param friends of each user, by index
 * @param seed of the permutation that orders equal scores, the same for every user and measure
 */
export function qualityOf(scores: Scores, friends: readonly ReadonlySet<number>[], seed = TIE_SEED): Quality {
  const tieBreak = permutation(friends.length, mulberry32(seed))
  const sum = { auc: 0, recallAt10: 0, recallAt50: 0, mrr: 0 }
  let people = 0
  friends.forEach((own, person) => {
    if (own.size === 0) return
    people++
    const first = qualityOfOne(scores(person), person, own, tieBreak)
    sum.auc += first.auc
    sum.recallAt10 += first.recallAt10
    sum.recallAt50 += first.recallAt50
    sum.mrr += first.mrr
  })
  const mean = (value: number): number => (people > 0 ? value / people : 0)
  return { auc: mean(sum.auc), recallAt10: mean(sum.recallAt10), recallAt50: mean(sum.recallAt50), mrr: mean(sum.mrr) }
}

function qualityOfOne(scores: ArrayLike<number>, person: number, friends: ReadonlySet<number>, tieBreak: readonly number[]): Quality {
  const others = tieBreak.map((_, other) => other).filter((other) => other !== person)
  const ranked = others.toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || (tieBreak[a] ?? 0) - (tieBreak[b] ?? 0))
  const hits = (limit: number): number => ranked.slice(0, limit).filter((other) => friends.has(other)).length / friends.size
  return {
    auc: aucOf(ranked, scores, friends),
    recallAt10: hits(10),
    recallAt50: hits(50),
    mrr: 1 / (ranked.findIndex((other) => friends.has(other)) + 1),
  }
}

/** Iterates over the groups of equal scores from the best down, and counts the strangers below and beside each friend. */
function aucOf(ranked: readonly number[], scores: ArrayLike<number>, friends: ReadonlySet<number>): number {
  const strangers = ranked.length - friends.size
  if (strangers === 0) return 0.5
  let strangersAbove = 0
  let wins = 0
  for (let from = 0; from < ranked.length;) {
    const score = scores[ranked[from] ?? 0] ?? 0
    let to = from
    let friendsHere = 0
    for (; to < ranked.length && (scores[ranked[to] ?? 0] ?? 0) === score; to++) if (friends.has(ranked[to] ?? 0)) friendsHere++
    const strangersHere = to - from - friendsHere
    wins += friendsHere * (strangers - strangersAbove - strangersHere / 2)
    strangersAbove += strangersHere
    from = to
  }
  return wins / (friends.size * strangers)
}
