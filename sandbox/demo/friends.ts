import type { App } from '#server/app.ts'
import { notes } from './chatter.ts'
import type { DemoClock } from './demo-clock.ts'
import { createDeck } from './deck.ts'
import { demoLogins, speaksEnglish } from './people.ts'
import type { Random } from './random.ts'
import { several } from './several.ts'
import { canFill, sharedNames, withNames } from './shared-names.ts'

type DemoUser = { userName: string; uid: string }
export type Friendship = { user: DemoUser; friend: DemoUser }

const DAY_MINUTES = 60 * 24
/** This many of a person's best matches become buddies; the others can still be found. */
const LIKELY_BUDDIES = 5

/** Makes buddies of people who match, and leaves some requests open, mainly for those with a login. */
export async function befriend(
  app: App,
  users: readonly DemoUser[],
  { clock, random }: { clock: DemoClock; random: Random },
): Promise<Friendship[]> {
  const byUid = new Map(users.map((user) => [user.uid, user]))
  const friendships: Friendship[] = []
  const waiting: Friendship[] = []
  const rankings = await several(users, async (user) => ({
    user,
    people: (await app.matches.ranked(user.uid, { filter: 'all', limit: 12 })).people,
  }))
  for (const { user, people } of rankings) {
    for (const [rank, card] of people.entries()) {
      const friend = byUid.get(card.person.uid)
      if (!friend || card.relation !== 'none') continue
      // The very best match stays open for people with a login: finding it is the product's first moment.
      const isLogin = [user, friend].some(({ userName }) => demoLogins.some((login) => login.userName === userName))
      if (isLogin && rank < 2) continue
      if (rank < LIKELY_BUDDIES && random.next() < 0.45) friendships.push({ user, friend })
      else if (rank < LIKELY_BUDDIES && random.next() < 0.12) waiting.push({ user, friend })
    }
  }
  const made = dropRepeats(friendships)
  waiting.push(...(await admirers(app, byUid)))
  const meetings = made.map((pair) => ({ ...pair, minutesAgo: (2 + random.below(30)) * DAY_MINUTES }))
  await several(meetings, ({ user, friend, minutesAgo }) =>
    clock.at(minutesAgo, async () => {
      await app.connections.request(user.uid, friend.uid, '')
      await app.connections.accept(friend.uid, user.uid)
    }),
  )
  const deck = createDeck(notes, random)
  for (const { user, friend } of dropRepeats(waiting, made)) {
    const minutesAgo = 10 + random.below(2 * DAY_MINUTES)
    const names = await sharedNames(app, user.uid, friend.uid)
    const chosen = speaksEnglish(user.userName) ? deck.draw((note) => canFill(note, names)) : undefined
    const note = withNames(chosen ?? '', names, random)
    await clock.at(minutesAgo, () => app.connections.request(user.uid, friend.uid, note))
  }
  return made
}

/** Requests for the demo logins from users who match them well. */
async function admirers(app: App, byUid: ReadonlyMap<string, DemoUser>): Promise<Friendship[]> {
  const logins = [...byUid.values()].filter(({ userName }) => demoLogins.some((login) => login.userName === userName))
  const found = await Promise.all(
    logins.map(async (friend) => {
      const { people } = await app.matches.ranked(friend.uid, { filter: 'all', limit: 12 })
      return people.slice(6, 8).flatMap(({ person, relation }) => {
        const user = byUid.get(person.uid)
        return user && relation === 'none' ? [{ user, friend }] : []
      })
    }),
  )
  return found.flat()
}

/** Each pair once, in the direction that came first. */
function dropRepeats(pairs: readonly Friendship[], taken: readonly Friendship[] = []): Friendship[] {
  const nameOf = ({ user, friend }: Friendship) => [user.uid, friend.uid].toSorted().join()
  const seen = new Set(taken.map(nameOf))
  return pairs.filter((pair) => !seen.has(nameOf(pair)) && seen.add(nameOf(pair)))
}
