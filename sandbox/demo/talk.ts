import type { App } from '#server/app.ts'
import { isBareLink } from '#contract/links.ts'
import { newUuidv7 } from '#contract/uuidv7.ts'
import { conversations } from './chatter.ts'
import type { DemoClock } from './demo-clock.ts'
import type { Friendship } from './friends.ts'
import { demoLogins } from './people.ts'
import { pick, type Random } from './random.ts'
import { sharedNames, withNames } from './shared-names.ts'

const HOUR_MINUTES = 60

/** Buddies talk: all of those who log in, and some of the others. Older conversations were read, the latest may not be. */
export async function talk(
  app: App,
  friendships: readonly Friendship[],
  { clock, random }: { clock: DemoClock; random: Random },
): Promise<void> {
  const hasLogin = (it: { userName: string }) => demoLogins.some(({ userName }) => userName === it.userName)
  for (const { one, two } of friendships) {
    if (!hasLogin(one) && !hasLogin(two) && random.next() > 0.3) continue
    const names = await sharedNames(app, one.uid, two.uid)
    const lines = pick(conversations, random).map((line) => withNames(line, names, random))
    if (lines.some((line) => !line)) continue
    const endedAgo = 3 + Math.floor(random.next() ** 2 * 50 * HOUR_MINUTES)
    let last: { chatId: string; seq: number } | undefined
    for (const [at, content] of lines.entries()) {
      const [from, to] = at % 2 === 0 ? [one, two] : [two, one]
      clock.goTo(endedAgo + (lines.length - at) * 2)
      const id = newUuidv7(clock.now().getTime())
      const type = isBareLink(content) ? 'link' : 'text'
      last = await app.chat.send(from.uid, to.uid, {
        id,
        type,
        content,
        referenceItem: [],
        to: to.uid,
        from: from.uid,
        chat_id: null,
        media: [],
      })
    }
    if (last) await markRead(app, { one, two }, last, random)
  }
  clock.goTo(0)
}

async function markRead(
  app: App,
  { one, two }: Friendship,
  { chatId, seq }: { chatId: string; seq: number },
  random: Random,
): Promise<void> {
  await app.chat.read(one.uid, chatId, random.next() < 0.7 ? seq : seq - 1)
  await app.chat.read(two.uid, chatId, random.next() < 0.7 ? seq : seq - 1)
}
