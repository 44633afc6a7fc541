import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { affectedBy, importersByFile } from './import-graph.ts'

/**
 * The end-to-end tests that a change of each feature runs. They reach the server over HTTP, so the import graph does not contain them.
 * Running all that use a feature would take as long as the whole suite.
 */
const endToEndOf: Record<string, readonly string[]> = {
  identity: ['identity'],
  uploads: ['profiles'],
  links: ['links'],
  profiles: ['profiles'],
  connections: ['profiles'],
  media: ['links'],
  sources: ['imports'],
  imports: ['imports'],
  matching: ['find-and-discover'],
  discover: ['find-and-discover'],
  taste: ['taste-pages'],
  moments: ['moments'],
  chat: ['chat'],
  notifications: ['notifications'],
  moderation: ['moderation'],
  blends: ['blends'],
  recaps: ['recaps'],
  together: ['together'],
}

/** The same for pages that no feature of their name has. */
const endToEndOfPage: Record<string, string> = {
  'account-setup': 'first-minutes',
  'discover-content': 'find-and-discover',
  'find-buddies': 'find-and-discover',
  'view-connection': 'find-and-discover',
  group: 'group-page',
  home: 'first-minutes',
  invite: 'invite',
  item: 'item-pages',
  landing: 'first-minutes',
  login: 'identity',
  plays: 'plays',
  profile: 'profiles',
  'social-connect': 'imports',
  'taste-time': 'taste-pages',
  week: 'recaps',
}

/** The features that `tests/faults` tests under load, on servers as processes. */
const ofFaults = new Set(['chat', 'together', 'identity'])

export type Affected = {
  /** Changed files, including deleted ones. */
  files: string[]
  /** Test files of Vitest that import a changed file, however indirectly, or were changed themselves. */
  unit: string[]
  /** End-to-end test files of the changed features, and those that import a changed file of the tests. */
  endToEnd: string[]
  /** Changed files that no test imports and no feature owns, such as configuration. Only the whole suite covers them. */
  uncovered: string[]
}

/** Tests that the changes since the last commit can affect; on a clean tree, those since the branch left `main`. */
export function findAffected(): Affected {
  const files = changedFiles()
  const { unit, endToEnd, uncovered } = chooseTests(files)
  return { files, unit: unit.filter((file) => existsSync(file)), endToEnd: endToEnd.filter((file) => existsSync(file)), uncovered }
}

/** The tests of these changes. @param importers which files import which */
export function chooseTests(files: readonly string[], importers = importersByFile()): Omit<Affected, 'files'> {
  const affected = affectedBy(files, importers)
  // Every test that starts the server as a process imports all of the product that way.
  const affectedByKit = affectedBy(
    files.filter((file) => file.startsWith('tests/')),
    importers,
  )
  const features = files.map(featureOf)
  const pages = files.map((file) => /^web\/pages\/([\w-]+)\//.exec(file)?.[1] ?? '')
  const ofPages = pages.flatMap((page) => endToEndOfPage[page] ?? endToEndOf[page] ?? [])
  const ofFeatures = features.flatMap((name) => endToEndOf[name ?? ''] ?? [])
  const endToEnd = new Set([...ofFeatures, ...ofPages].map((name) => `tests/e2e/${name}.e2e.ts`))
  for (const file of affectedByKit) if (file.endsWith('.e2e.ts')) endToEnd.add(file)
  const affectsFaultTests = features.some((name) => name === null || ofFaults.has(name))
  return {
    unit: [...affected]
      .filter((file) => isUnitTest(file) && (!file.startsWith('tests/faults/') || affectsFaultTests || affectedByKit.has(file)))
      .toSorted(),
    endToEnd: [...endToEnd].toSorted(),
    uncovered: files.filter((file) => ![...affectedBy([file], importers)].some((entry) => isUnitTest(entry) || entry.endsWith('.e2e.ts'))),
  }
}

/** The feature that a file belongs to; null for shared files. */
const featureOf = (file: string): string | null => /^(?:(?:server|web)\/features\/|contract\/)([a-z]+)\b/.exec(file)?.[1] ?? null

const isUnitTest = (file: string): boolean => /\.test\.tsx?$/.test(file) && !file.includes('.engine.')

function changedFiles(): string[] {
  const uncommitted = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
  if (uncommitted.length > 0) return uncommitted
  const hasMain = git('branch', '--list', 'main').length > 0
  const [start = 'HEAD'] = hasMain ? git('merge-base', 'HEAD', 'main') : []
  return git('diff', '--name-only', start)
}

function git(...args: string[]): string[] {
  return execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
}
