import { FEW_ITEMS } from './relevance.ts'

/** Of any first places, at most this share is for the charts. Chosen by cross-validation, see docs/decisions/0050. */
const CHARTS_SHARE = 0.8

/** How many of the first `places` may belong to the charts. For a user with few items: half, and never the first. */
const limitOf = (places: number, lovedCount: number): number =>
  lovedCount < FEW_ITEMS ? Math.floor(places / 2) : Math.ceil(places * CHARTS_SHARE)

/**
 * Moves items of the charts down as little as possible, so that they don't fill the first places: hits are the safest predictions
 * and would come first for everyone. The remaining ones follow the last other item.
 * @param known the number of items that the viewer loves
 */
export function placeCharts<T extends { worth: number }>(items: readonly T[], isChart: (item: T) => boolean, known: number): T[] {
  const waiting: T[] = []
  const placed: T[] = []
  let charts = 0
  let worth = Number.POSITIVE_INFINITY

  // An item that was moved down is worth no more than the one before it, so that any later sorting preserves the order.
  const place = (item: T): void => {
    worth = Math.min(worth, item.worth)
    placed.push(item.worth === worth ? item : { ...item, worth })
  }
  const hasRoom = (): boolean => charts < limitOf(placed.length + 1, known)
  function placeWaiting(): void {
    for (; waiting[0] !== undefined && hasRoom(); charts++) place(waiting.shift()!)
  }

  for (const item of items) {
    placeWaiting()
    if (!isChart(item)) place(item)
    else if (hasRoom()) {
      charts++
      place(item)
    } else waiting.push(item)
  }
  placeWaiting()
  for (const item of waiting) place(item)
  return placed
}
