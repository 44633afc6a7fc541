import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Marks a data folder as one with the complete demo world. */
const MARK = 'demo-world'

/** Whether this data folder was filled before. */
export const hasDemoWorld = (dataDir: string): boolean => existsSync(join(dataDir, MARK))

export const markDemoWorld = (dataDir: string, people: number): void => writeFileSync(join(dataDir, MARK), `${people} people\n`)
