import type { App } from '#server/app.ts'
import { isBareLink } from '#contract/links/links.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { conversations } from './chatter.ts'
import type { DemoClock } from './demo-clock.ts'
import type { Friendship } from './friends.ts'
import { createDeck } from './deck.ts'
import { demoLogins, speaksEnglish } from './people.ts'
import type { Random } from './random.ts'
import { several } from './several.ts'
import { canFill, sharedNames, withNames } from './shared-names.ts'

const HOUR_MINUTES = 60

type Conversation = Friendship & { lines: string[]; endedAgo: number; haveRead: { user: boolean; friend: boolean } }
type Times = { clock: DemoClock; random: Random }

/** Conversations between buddies: all of those with a login, and some others. Older conversations were read, the latest may not be. */
export async function talk(app: App, friendships: readonly Friendship[], { clock, random }: Times): Promise<void> {
  await several(await conversationsOf(app, friendships, random), (conversation) => writeConversation(app, conversation, clock))
}

async function conversationsOf(app: App, friendships: readonly Friendship[], random: Random): Promise<Conversation[]> {
  const hasLogin = (user: { userName: string }) => demoLogins.some(({ userName }) => userName === user.userName)
  const found: Conversation[] = []
  const deck = createDeck(conversations, random)
  for (const { user, friend } of friendships) {
    if (!hasLogin(user) && !hasLogin(friend) && random.next() > 0.3) continue
    const names = await sharedNames(app, user.uid, friend.uid)
    if (!speaksEnglish(user.userName) || !speaksEnglish(friend.userName)) continue
    const chosen = deck.draw((lines) => lines.every((line) => canFill(line, names)))
    if (!chosen) continue
    const lines = chosen.map((line) => withNames(line, names, random))
    const endedAgo = 3 + Math.floor(random.next() ** 2 * 50 * HOUR_MINUTES)
    found.push({ user, friend, lines, endedAgo, haveRead: { user: random.next() < 0.7, friend: random.next() < 0.7 } })
  }
  return found
}

async function writeConversation(app: App, { user, friend, lines, endedAgo, haveRead }: Conversation, clock: DemoClock): Promise<void> {
  let last: { chatId: string; seq: number } | undefined
  for (const [index, content] of lines.entries()) {
    const [from, to] = index % 2 === 0 ? [user, friend] : [friend, user]
    last = await clock.at(endedAgo + (lines.length - index) * 2, () => write(app, from.uid, to.uid, content, clock))
  }
  if (!last) return
  const { chatId, seq } = last
  await clock.at(endedAgo + 2, async () => {
    await app.chat.read(user.uid, chatId, haveRead.user ? seq : seq - 1)
    await app.chat.read(friend.uid, chatId, haveRead.friend ? seq : seq - 1)
  })
}

function write(app: App, from: string, to: string, content: string, clock: DemoClock) {
  const id = newUuidv7(clock.now().getTime())
  const type = isBareLink(content) ? 'link' : 'text'
  return app.chat.send(from, to, { id, type, content, referenceItem: [], to, from, chat_id: null, media: [] })
}
