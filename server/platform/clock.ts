/** The time, handed in so that tests can hold it. */
export type Clock = { now: () => Date }

export const systemClock: Clock = { now: () => new Date() }
