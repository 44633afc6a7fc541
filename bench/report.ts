import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

/** The value below which `share` of the values lie (nearest rank). */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN
}

export const roundToTenth = (value: number): number => Math.round(value * 10) / 10
export const roundToHundredth = (value: number): number => Math.round(value * 100) / 100

/** The machine of a measurement, needed to interpret its numbers. */
export function machine() {
  return {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    load: loadavg().map(roundToTenth),
  }
}

/** Writes bench/results/<name>.json. */
export async function saveResult(name: string, result: object): Promise<void> {
  const folder = new URL('results/', import.meta.url)
  await mkdir(folder, { recursive: true })
  await writeFile(new URL(`${name}.json`, folder), `${JSON.stringify({ at: new Date().toISOString(), ...result }, null, 2)}\n`)
}
