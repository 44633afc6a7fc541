import { limits } from '#contract/limits.ts'
import { isReserved, userNameError } from './profiles.rules.ts'

const SUFFIXES = ['fm', '_fm', '.music', '.plays', '_hq', '.tv', 'live']
const NUMBERS = 20

/**
 * User names like a taken one, the best first: other separators, then short endings, then numbers. The caller removes those
 * that aren't free.
 */
export function similarUserNames(userName: string): string[] {
  const { max } = limits.userName
  const words = userName.split(/[._]+/).filter(Boolean)
  const base = userName.replace(/[._]+$/, '') || userName
  const withEnding = (ending: string) => base.slice(0, max - ending.length) + ending
  const numbers = Array.from({ length: NUMBERS }, (_, at) => String(at + 2))
  const names = [words.join('.'), words.join('_'), words.join(''), ...[...SUFFIXES, ...numbers].map(withEnding)]
  return [...new Set(names)].filter((name) => name !== userName && userNameError(name) === null && !isReserved(name))
}
