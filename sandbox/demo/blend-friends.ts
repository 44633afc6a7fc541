import type { App } from '#server/app.ts'
import type { DemoClock } from './demo-clock.ts'
import type { Friendship } from './friends.ts'
import { demoLogins } from './people.ts'

const WEEK_MINUTES = 7 * 24 * 60
const MADE_MINUTES_AGO = 1.5 * WEEK_MINUTES
const JOINED_LATER_MINUTES = 30
const FURTHER_MEMBERS = 4

/** The first login has a blend with some buddies, which has seen a Monday: its mix has changes. */
export async function blendFriends(app: App, friendships: readonly Friendship[], clock: DemoClock): Promise<void> {
  const ofMaker = friendships.flatMap(({ user, friend }) => {
    if (user.userName === demoLogins[0]?.userName) return [{ maker: user, buddy: friend }]
    return friend.userName === demoLogins[0]?.userName ? [{ maker: friend, buddy: user }] : []
  })
  const maker = ofMaker[0]?.maker
  if (!maker) return
  const buddies = ofMaker.map(({ buddy }) => buddy).slice(0, FURTHER_MEMBERS)
  const uids = buddies.map(({ uid }) => uid)
  const { id } = await clock.at(MADE_MINUTES_AGO, () =>
    app.blends.make(maker.uid, { title: 'Kitchen at midnight', kind: 'all', uids, timeZone: 'Europe/Berlin' }),
  )
  for (const [index, uid] of uids.entries())
    await clock.at(MADE_MINUTES_AGO - JOINED_LATER_MINUTES * (index + 1), () => app.blends.join(uid, id))
  await app.blends.get(maker.uid, id)
}
