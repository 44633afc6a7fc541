import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files of tests that take longest, by the beginning of their paths. On a clone that has run nothing yet the runner knows of a file
 * only its size, and a long file that starts last delays the end of the run.
 */
const longest = [
  'tests/engines/stores',
  'tests/faults/',
  'tests/engines/move',
  'server/features/sources/sync.faults',
  'server/app/account-data',
]

/** The order of the runner, but for those: they begin first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const root = `${this.ctx.config.root}/`
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((beginning) => moduleId.startsWith(root + beginning))
      return place < 0 ? longest.length : place
    }
    // oxlint-disable-next-line unicorn/no-array-sort -- no array's, but the runner's own order
    const sorted = await super.sort(files)
    // The files of a project stay together, as the runner wants them.
    const projects = [...new Set(sorted.map(({ project }) => project.name))]
    return projects.flatMap((name) =>
      sorted.filter(({ project }) => project.name === name).toSorted((one, other) => placeOf(one) - placeOf(other)),
    )
  }
}
