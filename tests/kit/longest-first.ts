import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The slowest test files, by the beginning of their paths. In a new clone the runner only knows the sizes of files, and a slow file that
 * starts last delays the end of the run.
 */
const longest = [
  'tests/faults/',
  'tests/engines/move',
  'tests/engines/stores',
  'server/app/account-data',
  'server/app/reseal',
  'tools/installation/open-store',
  'server/platform/db/embedded/embedded',
  'server/features/sources/sync.faults',
  'tests/contract/',
]

/** The runner's order, but the slowest files start first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const root = `${this.ctx.config.root}/`
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((beginning) => moduleId.startsWith(root + beginning))
      return place < 0 ? longest.length : place
    }
    // oxlint-disable-next-line unicorn/no-array-sort -- the runner's own method, not an array's
    const sorted = await super.sort(files)
    // The files of a project stay together, as the runner requires.
    const projects = [...new Set(sorted.map(({ project }) => project.name))]
    return projects.flatMap((name) => sorted.filter(({ project }) => project.name === name).toSorted((a, b) => placeOf(a) - placeOf(b)))
  }
}
