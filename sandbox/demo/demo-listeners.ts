import type { Listener } from '#sandbox/kit/listeners.ts'
import { clusters } from './clusters.ts'
import { demoPeople } from './people.ts'

/** The weight of each crowd of a person; the first counts most. */
const crowdWeights = [10, 5, 3, 2]

/** The people of the demo world have accounts at the fake services under their user names, and like what their crowds like. */
export const demoListeners: readonly Listener[] = demoPeople.map(({ userName, name, crowds }) => ({
  login: userName,
  displayName: name,
  likes: Object.fromEntries(
    crowds.flatMap((crowd, at) => clusters[crowd].bars.map((bar) => [bar, crowdWeights[at] ?? 0] as const)).toReversed(),
  ),
  loves: crowds.slice(0, 2).flatMap((crowd) => clusters[crowd].loves),
}))
