import { findLink } from '#contract/links/links.ts'
import { type App, createApp } from '#server/app.ts'
import type { AppDependencies } from '#server/app/core-services.ts'
import { createMemoryBus } from '#server/platform/bus/memory-bus.ts'
import type { Db } from '#server/platform/db/database.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import { connectAccounts } from './connect-accounts.ts'
import { blendFriends } from './blend-friends.ts'
import { type DemoClock, demoClock } from './demo-clock.ts'
import { befriend } from './friends.ts'
import { groupFriends } from './group-friends.ts'
import { inlineJobs } from './inline-jobs.ts'
import { markDemoWorld } from './mark.ts'
import { demoLogins, demoPeople } from './people.ts'
import { postMoments } from './post-moments.ts'
import { pastWeeks } from './past-weeks.ts'
import { playAYear } from './play-a-year.ts'
import { type Random, seededRandom } from './random.ts'
import { conversations, moments } from './chatter.ts'
import { several } from './several.ts'
import { talk } from './talk.ts'
import { asWholeLibraries } from './whole-library.ts'
import { withoutDiskWaits } from './without-disk-waits.ts'

const SEED = 20_26
const JOINED_MINUTES_AGO = 60 * 24 * 40
const CONNECTED_MINUTES_AGO = 90
/** Three of four were active within the last days, each at another time; the others not since they joined. */
const SEEN_MINUTES_AGO = [20, 190, 60 * 26]
const SEEN_APART_MINUTES = 47
const SIZE_RUNS = 4

type DemoUser = { userName: string; uid: string }

/**
 * Fills a new installation with people, their taste, friendships, conversations and moments. Everything uses the product's own services;
 * taste uses the fake services' login pages and the real sync. So only the people are made up. The same seed gives the same world.
 */
export async function fillDemoWorld(parts: AppDependencies): Promise<void> {
  const clock = demoClock()
  // The log of sixty new users would fill the terminal; errors are thrown.
  const logs = createLogs({ filter: 'off', pretty: false })
  const app = createApp({
    ...parts,
    logs,
    clock,
    jobs: inlineJobs(),
    providers: asWholeLibraries(parts.providers),
    bus: createMemoryBus({ log: logs('bus') }),
    // No user is online while the demo world is created.
    hub: { ...parts.hub, send: () => {}, onUserPresence: () => {}, onUserVisibility: () => {} },
  })
  const people = await withoutDiskWaits(parts.database, () => fill(app, parts.database.db, clock))
  markDemoWorld(parts.config.dataDir, people)
}

/** Returns the number of people. */
async function fill(app: App, db: Db, clock: DemoClock): Promise<number> {
  const random = seededRandom(SEED)
  await app.prepare()

  const users = await clock.at(JOINED_MINUTES_AGO, () => moveIn(app, random))
  await clock.at(CONNECTED_MINUTES_AGO, () => connectAccounts(app, users))
  await playAYear(db, users, clock.now())
  const friendships = await befriend(app, users, { clock, random })
  // The fake services count listeners, a hundred artists a run.
  for (let run = 0; run < SIZE_RUNS; run++) await app.sizes.update()
  // Old friendships would not be news, so notifications begin with later posts.
  await app.events.idle()
  await several(users, ({ uid }) => app.notifying.notifications.markRead(uid))
  await pastWeeks(app, db, friendships, { clock, random: seededRandom(SEED) })
  await postMoments(app, users, { clock, random })
  await blendFriends(app, friendships, clock)
  await talk(app, friendships, { clock, random })
  await groupFriends(app, friendships, clock)
  await readCards(app)
  // From Monday to Wednesday everyone has the recap of the last week, as if the server had run on Monday.
  await app.recaps.completeDue()
  await recordSeen(app, users, clock)
  await app.settle()
  return users.length
}

/** Sign-ups and profiles. */
async function moveIn(app: App, random: Random): Promise<DemoUser[]> {
  const arrivals = demoPeople.map((person) => ({ person, birth_year: 1980 + random.below(24) }))
  const users = await several(arrivals, async ({ person, birth_year }) => {
    const { userName, name, languages, bio, place } = person
    const login = demoLogins.find((entry) => entry.userName === userName)
    const { uid } = login
      ? await app.identity.createAccount(login)
      : await app.identity.addPerson({ issuer: 'demo-world', subject: userName })
    await app.profiles.setUp(uid, { user_name: userName, name, languages, avatar_id: null, birth_year })
    await app.profiles.edit(uid, { name, bio, place, languages })
    return { userName, uid }
  })
  // Two of three show buddies what they play; in a real installation this is off until the user turns it on.
  const open = users.filter((_, index) => index % 3 !== 2)
  await several(open, ({ uid }) => app.privacy.change(uid, { listening: true }))
  return users
}

async function recordSeen(app: App, users: readonly DemoUser[], clock: DemoClock): Promise<void> {
  for (const [index, { uid }] of users.entries()) {
    const minutesAgo = SEEN_MINUTES_AGO[index % (SEEN_MINUTES_AGO.length + 1)]
    if (minutesAgo !== undefined) await clock.at(minutesAgo + index * SEEN_APART_MINUTES, () => app.presence.setLastSeen([uid]))
  }
}

/** Reads the card of every posted link before the first visit. */
async function readCards(app: App): Promise<void> {
  const texts = [...moments.map(({ text }) => text), ...conversations.flat()]
  for (const link of texts.map(findLink)) if (link) await app.cards.prefetch(link)
}
