import type { App } from '#server/app.ts'
import { moments, remarks } from './chatter.ts'
import type { DemoClock } from './demo-clock.ts'
import { pick, shuffled, type Random } from './random.ts'
import { recordShelf } from './record-shelf.ts'
import { withNames } from './shared-names.ts'

const HOUR_MINUTES = 60
const DAYS = 4

/** Some people post, others like it and say something; newest last, so that the feed reads like a few days of life. */
export async function postMoments(
  app: App,
  everybody: readonly { uid: string }[],
  { clock, random }: { clock: DemoClock; random: Random },
): Promise<void> {
  // Nobody says the same thing twice, and more was said lately than days ago.
  const plans = everybody.flatMap(({ uid }) =>
    shuffled(moments, random)
      .slice(0, random.below(3))
      .map((plan) => ({ uid, plan, minutesAgo: 4 + Math.floor(random.next() ** 2 * DAYS * 24 * HOUR_MINUTES) })),
  )
  for (const { uid, plan, minutesAgo } of plans.toSorted((a, b) => b.minutesAgo - a.minutesAgo)) {
    const { artists, channels } = await app.taste.overview(uid, uid)
    const names = { artists: artists.slice(0, 5).map(({ item }) => item.name), channels: channels.slice(0, 3).map(({ item }) => item.name) }
    const text = withNames(plan.text, names, random)
    if (!text) continue
    clock.goTo(minutesAgo)
    const pictures = plan.picture ? [{ id: (await app.uploads.add(uid, await recordShelf(random))).id, alt: plan.picture }] : []
    const posted = await app.moments.post(uid, { text, audience: plan.audience, pictures })
    const buddies = await app.connections.buddiesOf(uid)
    for (const buddy of buddies) if (random.next() < 0.5) await app.moments.like(buddy, posted.id)
    for (const buddy of shuffled(buddies, random).slice(0, random.below(4))) {
      clock.goTo(Math.max(1, minutesAgo - 2 - random.below(60)))
      await app.comments.post(buddy, posted.id, { text: pick(remarks, random) })
    }
  }
  clock.goTo(0)
}
