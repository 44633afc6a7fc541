import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { SOCKET_PATH } from '#contract/socket.ts'
import { type InProcessServer, type Caller, startInProcessServer } from '#tests/kit/in-process-server.ts'

/** The count on every device of a user agrees with the list, whatever changes it. */
let server: InProcessServer
let anna: Caller, ben: Caller
const devices: Device[] = []
beforeAll(async () => {
  server = await startInProcessServer()
  anna = await server.person('anna')
  ben = await server.person('ben')
  await server.befriend(anna, ben)
  devices.push(await connect(anna), await connect(anna))
}, 120_000)
afterAll(async () => {
  for (const { socket } of devices) socket.close()
  await server.stop()
}, 30_000)

type Device = { socket: WebSocket; counts: number[] }

async function connect({ token }: Caller): Promise<Device> {
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}${SOCKET_PATH}`)
  const counts: number[] = []
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('open', () => socket.send(JSON.stringify({ event: 'auth', data: { token } })))
    socket.on('message', (raw: Buffer) => {
      // Sent by the server under test.
      const { event, data } = JSON.parse(raw.toString()) as { event: string; data: { unread: number } }
      if (event === 'authenticated') resolve()
      if (event === 'notifications_changed') counts.push(data.unread)
    })
  })
  return { socket, counts }
}

async function unreadInList(): Promise<number> {
  const { notifications, unread } = await server.act('getNotifications', anna)
  const counted = await server.act('getUnreadNotifications', anna)
  // Sent by the server under test.
  const groups = (notifications as { is_unread: boolean; kind: string }[]).filter(
    (notification) => notification.is_unread && notification.kind !== 'request_asked',
  )
  expect([unread, counted['unread']]).toEqual([groups.length, groups.length])
  return groups.length
}

/** Waits until both devices received this count last, and compares it with the list. */
async function allShow(expected: number): Promise<void> {
  await expect.poll(() => devices.map(({ counts }) => counts.at(-1)), { timeout: 10_000 }).toEqual([expected, expected])
  expect(await unreadInList()).toBe(expected)
}

test('adding, reading, muting, unmuting, deleting and blocking change the count equally on two devices', async () => {
  await server.app.events.idle()
  await server.act('markNotificationsRead', anna, { body: {} })
  await allShow(0)
  await server.act('setPostAlert', anna, { params: { uid: ben.uid }, body: { on: true } })
  const post = async (text: string) => String((await server.act('postMoment', ben, { body: { text, audience: 'everyone' } }))['id'])
  await post('news')
  await allShow(1)
  const { id: momentId } = await server.act('postMoment', anna, { body: { text: 'mine', audience: 'everyone' } })
  const comment = async (text: string) =>
    String((await server.act('postComment', ben, { params: { id: String(momentId) }, body: { text } }))['id'])
  const commentId = await comment('a spoiler')
  await allShow(2)
  const word = await server.act('muteWord', anna, { body: { word: 'spoiler', until: null } })
  await allShow(1)
  await server.act('removeContentMute', anna, { params: { id: String(word['id']) } })
  await allShow(2)
  await server.act('deleteComment', ben, { params: { id: String(momentId), commentId } })
  await allShow(1)
  await server.act('mutePerson', anna, { params: { uid: ben.uid } })
  await allShow(0)
  await server.act('unmutePerson', anna, { params: { uid: ben.uid } })
  await allShow(1)
  await server.act('markNotificationsRead', anna, { body: { key: `moment_posted:${ben.uid}` } })
  await allShow(0)
  await post('more news')
  await allShow(1)
  await server.act('blockPerson', anna, { params: { uid: ben.uid } })
  await allShow(0)
  expect(await unreadInList()).toBe(0)
})
