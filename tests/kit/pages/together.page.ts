import { randomUUID } from 'node:crypto'
import { type Browser, expect } from '@playwright/test'
import type { FrameData, FrameDefinition } from '#contract/base/frame.ts'
import { platformFrames, SOCKET_PATH } from '#contract/socket.ts'
import { togetherFrames } from '#contract/together.ts'
import { anApiUser, befriend, type ApiUser } from '../api-user.ts'
import type { RunningServer } from '../running-server.ts'
import { aVisitor, type Visitor } from '../visitor.ts'

type Options = Parameters<typeof aVisitor>[2] & { youtube?: 'always' | 'ask' }

/** A signed-in user who allowed the platforms' players. */
export async function withPlayers(
  browser: Browser,
  server: RunningServer,
  { login }: ApiUser,
  { youtube = 'always', ...options }: Options = {},
): Promise<Visitor> {
  const visitor = await aVisitor(browser, server, options)
  await visitor.signIn(login)
  await visitor.ask('POST', '/settings/players', { youtube, spotify: 'always' })
  return visitor
}

/** Two buddies in their browsers, and the path of their conversation. */
export async function idaAndMax(browser: Browser, server: RunningServer, idas: Options = {}, maxs: Options = {}) {
  const [ida, max] = [await anApiUser(server, 'ida', 'Ida Holm'), await anApiUser(server, 'max', 'Max Roth')]
  await befriend(ida, max)
  const { chat_id: chatId } = await ida.ask('POST', `/chats/with/${max.uid}`)
  return {
    idaVisitor: await withPlayers(browser, server, ida, idas),
    maxVisitor: await withPlayers(browser, server, max, maxs),
    chat: `/chat/${String(chatId)}`,
  }
}

/** Enters a link in the search for tracks and videos. */
export async function findItem({ page }: Visitor, link: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Find a track or a video' })
  await field.fill(link)
  await field.press('Enter')
}

export const room = ({ page }: Visitor) => page.getByRole('region', { name: 'Listening together' })
export const player = ({ page }: Visitor) => page.getByRole('region', { name: 'Shared player' })
export const card = ({ page }: Visitor) => page.getByRole('region', { name: /^Shared session, / })

/** The position of the fake player in seconds, extrapolated to a common time of this computer. */
export async function position(visitor: Visitor, atMs: number): Promise<number> {
  const frame = player(visitor).frameLocator('iframe').locator('body')
  const { state, seconds, readMs } = await frame.evaluate((body) => ({
    state: body.dataset['state'],
    seconds: Number(body.querySelector<HTMLInputElement>('input[type=range]')?.value),
    readMs: performance.timeOrigin + performance.now(),
  }))
  return state === '1' ? seconds + (atMs - readMs) / 1_000 : Number.NaN
}

/** The difference between the players of two users, in seconds. */
export async function apart(a: Visitor, b: Visitor): Promise<number> {
  const now = Date.now()
  const [first, second] = await Promise.all([position(a, now), position(b, now)])
  return Math.abs(first - second)
}

/** Joins the session of a conversation without a browser. The member plays nothing, and leaves when the socket is closed. */
export async function joinByCall({ ready }: RunningServer, { token }: ApiUser, chatId: string): Promise<WebSocket> {
  const socket = new WebSocket(ready.origin.replace('http', 'ws') + SOCKET_PATH)
  const sendFrame = <F extends FrameDefinition>({ event }: F, data: FrameData<F>) => socket.send(JSON.stringify({ event, data }))
  await new Promise<void>((resolve) => {
    socket.addEventListener('open', () => sendFrame(platformFrames.auth, { token }))
    // Sent by the server under test.
    socket.addEventListener('message', ({ data }) => {
      if ((JSON.parse(String(data)) as { event: string }).event === platformFrames.authenticated.event) resolve()
    })
  })
  sendFrame(togetherFrames.togetherCommand, { key: randomUUID(), chat_id: chatId, command: { kind: 'join', platform: 'youtube' } })
  return socket
}

export async function startWith(visitor: Visitor, link: string): Promise<void> {
  await visitor.page.getByRole('button', { name: 'Listen or watch together' }).click()
  await findItem(visitor, link)
}

/** The largest difference between two players in sync: the promised one, plus the display step of the fake player. */
const TOGETHER_S = 0.4
/** Extra time for a busy machine, in addition to the specified limit. */
const TIMEOUT_MS = 8_000

/** Expects both players at the same position within the limit, and to stay in sync. */
export async function expectTogether(a: Visitor, b: Visitor, withinMs: number): Promise<void> {
  const furthest = async () => Math.max(await apart(a, b), await apart(a, b), await apart(a, b))
  await expect.poll(furthest, { timeout: withinMs + TIMEOUT_MS }).toBeLessThan(TOGETHER_S)
}
