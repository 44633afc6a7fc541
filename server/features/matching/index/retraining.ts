export type RetrainingDeps = {
  listUsers: () => number[]
  /** Counts changes of all users. */
  changes: () => number
  /** With fewer users nothing is trained. */
  minUsers: number
  train: (users: readonly number[]) => Generator<void, void>
  /** Called when too few users are left. */
  forget: () => void
}

/** The share of the crowd that must change before the next training. */
const RETRAIN_DRIFT = 0.25

/** Trains on the crowd in steps, and again after enough of it has changed. @returns a step, which returns whether another one follows */
export function createRetraining({ listUsers, changes, minUsers, train, forget }: RetrainingDeps): () => boolean {
  let training: Generator<void, void> | null = null
  let trainedAt = Number.NEGATIVE_INFINITY
  let trainedUsers: number | null = null

  const isDue = (users: number): boolean => changes() - trainedAt >= Math.max(minUsers, users) * RETRAIN_DRIFT

  function begin(): boolean {
    // Checked first, because listing a large crowd takes a while.
    if (trainedUsers !== null && !isDue(trainedUsers)) return false
    const users = listUsers()
    if (users.length < minUsers) {
      if (trainedUsers !== null) forget()
      trainedUsers = null
      return false
    }
    if (!isDue(users.length)) return false
    trainedAt = changes()
    trainedUsers = users.length
    training = train(users)
    return true
  }

  return () => {
    if (!training) return begin()
    const { done } = training.next()
    if (done) training = null
    return !done
  }
}
