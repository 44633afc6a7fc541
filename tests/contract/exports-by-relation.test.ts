import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { type InProcessServer, type Caller, startInProcessServer } from '#tests/kit/in-process-server.ts'
import { readZip } from '#tests/kit/unzip.ts'

/** Data about other users in an export, tested on the whole server. */
let server: InProcessServer
beforeAll(async () => {
  server = await startInProcessServer()
}, 120_000)
afterAll(async () => await server.stop(), 30_000)

/** The files of that person's export, by path. */
async function exported(who: Caller): Promise<Map<string, string>> {
  const { url } = await server.act('exportAccount', who, { body: {} })
  const { chunks, close } = await server.app.accountData.openExport(String(url).split('/').at(-1) ?? '')
  const bytes: Buffer[] = []
  for await (const piece of chunks) bytes.push(piece)
  close()
  return new Map([...readZip(Buffer.concat(bytes))].map(([path, content]) => [path, content.toString()]))
}
const rowsOf = (files: ReadonlyMap<string, string>, path: string) => JSON.parse(files.get(path) ?? 'null') as unknown
const about = ({ uid }: Caller) => ({ params: { uid } })

async function sendText(from: Caller, to: Caller, content: string): Promise<void> {
  const message = { type: 'text' as const, content, referenceItem: [], chat_id: null, media: [] }
  await server.app.chat.send(from.uid, to.uid, { ...message, id: newUuidv7(Date.now()), to: to.uid, from: from.uid })
}

/** Two buddies with every kind of row that an export can contain. */
async function twoWith(reader: string, writer: string) {
  const [rita, walt] = [await server.person(reader), await server.person(writer)]
  await server.act('dismissMatch', rita, about(walt))
  await server.befriend(rita, walt)
  await sendText(rita, walt, 'asked by the reader')
  await sendText(walt, rita, 'said to the reader')
  const { id } = await server.act('postMoment', walt, { body: { text: 'words of then', audience: 'everyone' } })
  const moment = { params: { id: String(id) } }
  await server.act('likeMoment', rita, moment)
  await server.act('hideMoment', rita, moment)
  await server.act('postComment', rita, { ...moment, body: { text: 'a word about it' } })
  const mine = await server.act('postMoment', rita, { body: { text: 'of the reader', audience: 'everyone' } })
  await server.act('likeMoment', walt, { params: { id: String(mine['id']) } })
  await server.app.events.idle()
  // Muted earlier, their like would not be a notification.
  await server.act('mutePerson', rita, about(walt))
  return { rita, walt, moment }
}

test('likes contain the moment’s id and never its content, which may have become private', async () => {
  const { rita, walt, moment } = await twoWith('rita', 'walt')
  await server.act('editMoment', walt, { ...moment, body: { text: 'words of now', audience: 'only_me' } })
  const files = await exported(rita)
  expect(rowsOf(files, 'likes.json')).toEqual([
    { liked: expect.any(String), moment: moment.params.id, posted: expect.any(String), by: walt.userName },
  ])
  expect([...files.values()].join()).not.toMatch(/words of (then|now)/)
  const { userName } = walt
  expect(rowsOf(files, 'comments.json')).toMatchObject([{ text: 'a word about it', moment_of: userName }])
  expect(rowsOf(files, 'hidden-moments.json')).toMatchObject([{ by: userName }])
  expect(rowsOf(files, 'muted.json')).toMatchObject([{ user_name: userName }])
  expect(rowsOf(files, 'taste-dismissed.json')).toMatchObject([{ user_name: userName }])
  expect(rowsOf(files, 'notifications.json')).toContainEqual(expect.objectContaining({ kind: 'moment_liked', by: userName }))
})

test.each(['by the reader', 'by the other'] as const)(
  'after a block %s only the messages between the two are left, without a name',
  async (by) => {
    const isReaders = by === 'by the reader'
    const { rita, walt } = await twoWith(isReaders ? 'renata' : 'ruth', isReaders ? 'wim' : 'wolf')
    await (isReaders ? server.act('blockPerson', rita, about(walt)) : server.act('blockPerson', walt, about(rita)))
    await server.app.events.idle()
    const files = await exported(rita)
    const named = [...files].filter(([path, text]) => `${path} ${text}`.includes(walt.userName.replace('.marked', '')))
    // The settings also list the users whom the owner has blocked.
    expect(named.map(([path]) => path)).toEqual(isReaders ? ['connections.json'] : [])
    const left = ['likes.json', 'hidden-moments.json', 'muted.json', 'taste-dismissed.json', 'notifications.json']
    expect(left.map((path) => rowsOf(files, path))).toEqual(left.map(() => []))
    expect(rowsOf(files, 'comments.json')).toMatchObject([{ text: 'a word about it', moment_of: null }])
    const chat = [...files.keys()].find((path) => path.startsWith('chats/')) ?? ''
    expect([chat, rowsOf(files, chat)]).toMatchObject([
      expect.stringMatching(/^chats\/Hidden person [\da-f-]{36}\.json$/),
      {
        with: 'Hidden person',
        messages: [
          { from: 'me', content: 'asked by the reader' },
          { from: 'Hidden person', content: 'said to the reader' },
        ],
      },
    ])
  },
)

test('“what is known about you” counts the rows of its reader by kind', async () => {
  const { rita } = await twoWith('rhea', 'wes')
  const { counts } = await server.act('getStoredData', rita, {})
  expect(counts).toMatchObject({ buddies: 1, messages: 1, voice: 0, moments: 1, comments: 1, likes: 1, pictures: 0, muted: 1 })
})
