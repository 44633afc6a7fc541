import type { App } from '#server/app.ts'
import { moments } from './chatter.ts'
import type { DemoClock } from './demo-clock.ts'
import { pick, type Random } from './random.ts'
import { withNames } from './shared-names.ts'

const HOUR_MINUTES = 60

/** Some people post, others like it; newest last, so that the feed reads like a few days of life. */
export async function postMoments(app: App, everybody: readonly { uid: string }[], { clock, random }: { clock: DemoClock; random: Random }): Promise<void> {
  const plans = everybody.flatMap(({ uid }) => Array.from({ length: random.below(3) }, () => ({ uid, minutesAgo: 15 + random.below(96 * HOUR_MINUTES) })))
  for (const { uid, minutesAgo } of plans.toSorted((a, b) => b.minutesAgo - a.minutesAgo)) {
    const plan = pick(moments, random)
    const { artists, channels } = await app.taste.overview(uid, uid)
    const names = { artists: artists.slice(0, 5).map(({ item }) => item.name), channels: channels.slice(0, 3).map(({ item }) => item.name) }
    const text = withNames(plan.text, names, random)
    if (!text) continue
    clock.goTo(minutesAgo)
    const posted = await app.moments.post(uid, { text, audience: plan.audience })
    const buddies = await app.connections.buddiesOf(uid)
    for (const buddy of buddies) if (random.next() < 0.5) await app.moments.like(buddy, posted.id)
  }
  clock.goTo(0)
}
