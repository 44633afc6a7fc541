import type { App } from '#server/app.ts'
import { type DemoMoment, moments, remarks } from './chatter.ts'
import { createDeck, type Deck } from './deck.ts'
import type { DemoClock } from './demo-clock.ts'
import { speaksEnglish } from './people.ts'
import { shuffled, type Random } from './random.ts'
import { recordShelf } from './record-shelf.ts'
import { several } from './several.ts'
import { canFill, lovedNames, type SharedNames, withNames } from './shared-names.ts'

const HOUR_MINUTES = 60
const DAYS = 4

type DemoUser = { userName: string; uid: string }
type Times = { clock: DemoClock; random: Random }
type Plan = { uid: string; userName: string; minutesAgo: number }
type Known = Plan & { names: SharedNames; buddies: string[] }
type Post = Plan & {
  text: string
  audience: DemoMoment['audience']
  picture: { file: Buffer; alt: string } | null
  likers: string[]
  remarks: { by: string; text: string; minutesAgo: number }[]
}

/** Some people post, others like and comment, so that the feed looks like a few days of activity. */
export async function postMoments(app: App, users: readonly DemoUser[], { clock, random }: Times): Promise<void> {
  // Most posts are recent.
  const plans = users.flatMap(({ uid, userName }) => {
    const own = moments.some(({ by }) => by === userName) ? 1 : 0
    return Array.from({ length: Math.max(own, random.below(3)) }, () => ({
      uid,
      userName,
      minutesAgo: 4 + Math.floor(random.next() ** 2 * DAYS * 24 * HOUR_MINUTES),
    }))
  })
  const names = new Map(users.map((user) => [user.uid, user.userName]))
  const items = await several(
    plans.toSorted((a, b) => b.minutesAgo - a.minutesAgo),
    (plan) => around(app, plan, names),
  )
  const posts: Post[] = []
  const decks = { moments: createDeck(moments, random), remarks: createDeck(remarks, random) }
  for (const item of items) {
    const post = await postOf(item, decks, random)
    if (post) posts.push(post)
  }
  await several(posts, (post) => publish(app, post, clock))
}

/** An author's favorites and buddies, always in the same order. */
async function around(app: App, plan: Plan, userNames: ReadonlyMap<string, string>): Promise<Known> {
  const [names, buddies] = await Promise.all([lovedNames(app, plan.uid), app.connections.buddiesOf(plan.uid)])
  const nameOf = (uid: string) => userNames.get(uid) ?? ''
  return {
    ...plan,
    names,
    buddies: buddies.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)),
  }
}

type Decks = { moments: Deck<DemoMoment>; remarks: Deck<string> }

/** A post with its likes and comments; null when no text is left for its author. */
async function postOf({ uid, userName, minutesAgo, names, buddies }: Known, decks: Decks, random: Random): Promise<Post | null> {
  const moment =
    decks.moments.draw(({ by }) => by === userName) ??
    decks.moments.draw(({ text, by }) => by === undefined && speaksEnglish(userName) && canFill(text, names))
  if (!moment) return null
  const picture = moment.picture ? { file: await recordShelf(random), alt: moment.picture } : null
  const likers = buddies.filter(() => random.next() < 0.5)
  const commenters = shuffled(buddies, random)
    .slice(0, random.below(4))
    .flatMap((by) => {
      const text = decks.remarks.draw()
      return text === undefined ? [] : [{ by, minutesAgo: Math.max(1, minutesAgo - 2 - random.below(60)), text }]
    })
  return {
    uid,
    userName,
    minutesAgo,
    text: withNames(moment.text, names, random),
    audience: moment.audience,
    picture,
    likers,
    remarks: commenters,
  }
}

async function publish(app: App, { uid, minutesAgo, text, audience, picture, ...answers }: Post, clock: DemoClock): Promise<void> {
  const { id } = await clock.at(minutesAgo, async () => {
    const pictures = picture ? [{ id: (await app.uploads.add(uid, picture.file)).id, alt: picture.alt }] : []
    const posted = await app.moments.post(uid, { text, audience, pictures })
    for (const buddy of answers.likers) await app.moments.like(buddy, posted.id)
    return posted
  })
  for (const remark of answers.remarks) await clock.at(remark.minutesAgo, () => app.comments.post(remark.by, id, { text: remark.text }))
}
