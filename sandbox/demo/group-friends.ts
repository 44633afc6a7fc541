import type { App } from '#server/app.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import type { DemoClock } from './demo-clock.ts'
import type { Friendship } from './friends.ts'
import { demoLogins, speaksEnglish } from './people.ts'

const DAY_MINUTES = 60 * 24
const ENDED_MINUTES_AGO = 4
const MAX_FRIENDS = 5

/** The messages by the member's index in the group; the first member is the one with a login. */
const lines: readonly [who: number, text: string][] = [
  [1, 'Dinner at mine on Sunday. What do we play so that nobody leaves?'],
  [2, 'nothing over 130 bpm please'],
  [0, 'I’ll make a queue. One song each, no vetoes.'],
  [3, 'Vetoes are the fun part'],
  [1, 'Fine, one veto each. I’m using mine on whistling.'],
  [0, 'Noted: no whistling.'],
  [2, 'What about the long live session from last week?'],
  [3, 'that drop though'],
]

/** One lively group: the first person with a login and some of their buddies. */
export async function groupFriends(app: App, friendships: readonly Friendship[], clock: DemoClock): Promise<void> {
  const [host] = demoLogins
  const friends = friendships.flatMap(({ user, friend }) =>
    user.userName === host?.userName ? [friend] : friend.userName === host?.userName ? [user] : [],
  )
  const own = friendships.flatMap(({ user, friend }) => [user, friend]).find(({ userName }) => userName === host?.userName)
  const invited = friends.filter(({ userName }) => speaksEnglish(userName)).slice(0, MAX_FRIENDS)
  if (!own || invited.length === 0) return
  const { chat } = app
  const chatId = await clock.at(3 * DAY_MINUTES, async () => {
    const description = 'One dinner, one queue, every Sunday.'
    const row = await chat.groups.create(own.uid, {
      name: 'Sunday listeners',
      description,
      picture: null,
      uids: invited.map(({ uid }) => uid),
    })
    for (const { uid } of invited) await chat.accept(uid, row.chat_id)
    return row.chat_id
  })
  const members = [own, ...invited]
  await clock.at(2 * DAY_MINUTES, async () => {
    const { id } = await app.blends.makeForGroup(own.uid, chatId, { kind: 'all', timeZone: 'Europe/Berlin' })
    // The last one has not answered yet.
    for (const { uid } of invited.slice(0, -1)) await app.blends.join(uid, id)
  })
  const sent: { id: string; seq: number }[] = []
  for (const [index, [who, content]] of lines.entries()) {
    const from = members[who % members.length]?.uid ?? own.uid
    const minutesAgo = ENDED_MINUTES_AGO + (lines.length - index) * 3
    sent.push(
      await clock.at(minutesAgo, () => {
        const id = newUuidv7(clock.now().getTime())
        return chat.send(from, chatId, { id, type: 'text', content, referenceItem: [], to: chatId, from, chat_id: chatId, media: [] })
      }),
    )
    // The host has read all but the last one.
    if (index < lines.length - 1) await clock.at(minutesAgo, () => chat.read(own.uid, chatId, sent.length))
  }
  await clock.at(ENDED_MINUTES_AGO, async () => {
    for (const { uid } of invited) await chat.read(uid, chatId, sent.length)
    const bpm = sent[1]
    if (!bpm) return
    for (const { uid } of members.slice(0, 3)) await chat.react(uid, { chat_id: chatId, seq: bpm.seq, id: bpm.id }, '😂', true)
  })
}
