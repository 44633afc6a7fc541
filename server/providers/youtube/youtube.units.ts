import { ProviderError } from '#server/providers/provider-error.ts'

/** Called before each call of the Data API. @throws ProviderError 'quota' when the day's units are used up */
export type SpendUnit = () => Promise<void>

/** What a budget of units offers; see platform/quota.store.ts. */
type Quota = { spend(units: number, leaving?: number): Promise<number | null> }

/**
 * Every call we make costs one unit; search, which costs a bucket of its own, is never called.
 * @param leaving units that are not for this caller: reading accounts leaves some for people who open a channel
 */
export function unitsOf(quota: Quota, leaving = 0): SpendUnit {
  return async () => {
    const seconds = await quota.spend(1, leaving)
    if (seconds !== null) throw new ProviderError('quota', 'the units of the day are used up', { by: 'our own budget' }, seconds)
  }
}
