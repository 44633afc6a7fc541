import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { sql } from 'kysely'
import { newSession } from '#server/features/together/timeline.ts'
import type { InProcessServer, Caller } from './in-process-server.ts'

/** The possible relationships of a user to another one who owns something. */
export const relations = ['stranger', 'requested', 'asked', 'buddy', 'muted', 'blocks', 'blocked', 'deleted'] as const
export type Relation = (typeof relations)[number]

/** One owner, existing or deleted, with everything between them and the viewer. */
export type World = {
  owner: Caller
  viewer: Caller
  moments: Owned
  friendsMoment: string
  chatId: string
  blendId: string
  groupId: string
  sessionId: string
  items: OwnItems
}
/** The artist and the channel that only the owner loves. */
type OwnItems = { artist: string; channel: string }
type Owned = { everyone: string; buddies: string; only_me: string }

/** The prefix of the names of all items that an owner loves. */
export const lovedBy = ({ userName }: Pick<Caller, 'userName'>) => `Loved by ${userName.replace('.marked', '')}`

/** Two owners with every kind of data, one of whom then deletes the account, and viewers in each relationship to one of them. */
export async function makeWorlds(server: InProcessServer): Promise<ReadonlyMap<Relation, World>> {
  const { act, person, befriend, app } = server
  const [petra, rosa] = [await person('petra'), await person('rosa')]
  const friendsMoment = String((await act('postMoment', petra, { body: { text: 'by a friend', audience: 'everyone' } }))['id'])
  const lasting = await anOwner(server, 'owner', [petra, rosa], friendsMoment)
  const leaving = await anOwner(server, 'leaver', [petra, rosa], friendsMoment)
  const worlds = new Map<Relation, World>()
  for (const relation of relations) {
    const { owner, moments, items } = relation === 'deleted' ? leaving : lasting
    const viewer = await person(relation)
    await act('savePicks', viewer, { body: picks(lovedBy(viewer)) })
    if (relation !== 'stranger') await befriend(viewer, petra)
    const groupId = relation === 'stranger' ? newUuidv7(Date.now()) : await aGroupOf(server, petra, [owner, viewer])
    const { chatId, blendId } = await stand(server, relation, owner, viewer)
    const sessionId = await aSession(server, relation, owner, chatId)
    worlds.set(relation, { owner, viewer, moments, friendsMoment, chatId, blendId, groupId, sessionId, items })
  }
  await act('deleteAccount', leaving.owner, { body: {} })
  await app.settle()
  return worlds
}

/** A group of a friend with the owner, who writes there, and the viewer, who has muted it. */
async function aGroupOf({ act, app }: InProcessServer, friend: Caller, members: [owner: Caller, viewer: Caller]): Promise<string> {
  const [owner, viewer] = members
  const body = { name: 'a group', uids: members.map(({ uid }) => uid) }
  const groupId = String((await act('createGroup', friend, { body }))['chat_id'])
  for (const member of members) await act('acceptChat', member, { params: { chatId: groupId } })
  const { id } = await app.blends.makeForGroup(friend.uid, groupId, { kind: 'all', timeZone: 'UTC' })
  for (const { uid } of members) await app.blends.join(uid, id)
  await act('muteChat', viewer, { params: { chatId: groupId }, body: { duration: 'forever' } })
  for (const from of [owner, friend]) {
    const content = from === owner ? 'markedingroup' : 'from a friend'
    const message = { type: 'text' as const, content, referenceItem: [], chat_id: groupId, media: [] }
    await app.chat.send(from.uid, groupId, { ...message, id: newUuidv7(Date.now()), to: groupId, from: from.uid })
  }
  return groupId
}

/** Two artists and a channel that all users here love, and another one of each kind. */
const picks = (name: string) => ({
  picks: [
    { kind: 'artist', name: `${name} artist` },
    { kind: 'artist', name: 'First shared' },
    { kind: 'artist', name: 'Second shared' },
    { kind: 'channel', name: `${name} channel` },
    { kind: 'channel', name: 'Shared channel' },
  ],
})

/** A user with every kind of row, and a buddy Petra with a moment that the user liked and commented on. */
async function anOwner(
  { act, person, befriend }: InProcessServer,
  name: string,
  [petra, rosa]: [Caller, Caller],
  friendsMoment: string,
): Promise<{ owner: Caller; moments: Owned; items: OwnItems }> {
  const owner = await person(name)
  const saved = await act('savePicks', owner, { body: picks(lovedBy(owner)) })
  // Sent by our own server through the contract.
  const picked = saved['items'] as { id: string; name: string }[]
  const idOf = (kind: 'artist' | 'channel') => picked.find((item) => item.name === `${lovedBy(owner)} ${kind}`)?.id ?? ''
  await act('changePrivacy', owner, { body: { video: 'buddies', buddies: 'buddies' } })
  await befriend(owner, petra)
  await befriend(owner, rosa)
  const post = async (text: string, audience: string) => String((await act('postMoment', owner, { body: { text, audience } }))['id'])
  const moments = {
    everyone: await post('markedpublic', 'everyone'),
    buddies: await post('markedbuddies', 'buddies'),
    only_me: await post('markedprivate', 'only_me'),
  }
  for (const id of [moments.everyone, moments.buddies, friendsMoment]) {
    await act('likeMoment', owner, { params: { id } })
    await act('postComment', owner, { params: { id }, body: { text: `markedcomment by ${owner.userName}` } })
  }
  return { owner, moments, items: { artist: idOf('artist'), channel: idOf('channel') } }
}

/** An ended shared session of their conversation, in which the owner took part. */
async function aSession({ db }: InProcessServer, relation: Relation, owner: Caller, chatId: string): Promise<string> {
  const id = newUuidv7(Date.now())
  if (['stranger', 'requested', 'asked'].includes(relation)) return id
  const state = {
    ...newSession(),
    played: [{ side: 'sound', title: 'Tezeta', by: '', spotify_id: null, youtube_id: null, addedBy: owner.uid }],
  }
  await sql`insert into together_sessions (id, chat_id, state, started_at, ended_at) values (${id}, ${chatId}, ${JSON.stringify(state)}::jsonb, now(), now())`.execute(
    db,
  )
  await sql`insert into together_members (session_id, uid, joined_at, is_here) values (${id}, ${owner.uid}, now(), false)`.execute(db)
  return id
}

/** Puts the viewer into that relationship with the owner. Before, they were buddies and wrote to each other if possible. */
async function stand(
  { act, befriend, app }: InProcessServer,
  relation: Relation,
  owner: Caller,
  viewer: Caller,
): Promise<Pick<World, 'chatId' | 'blendId'>> {
  const about = { params: { uid: owner.uid } }
  let chatId = newUuidv7(Date.now())
  let blendId = newUuidv7(Date.now())
  if (!['stranger', 'requested', 'asked'].includes(relation)) {
    await befriend(viewer, owner)
    const id = newUuidv7(Date.now())
    const message = { type: 'text' as const, content: 'markedmessage', referenceItem: [], chat_id: null, media: [] }
    chatId = (await app.chat.send(owner.uid, viewer.uid, { ...message, id, to: viewer.uid, from: owner.uid })).chatId
    await app.chat.pins.pin(owner.uid, chatId, 1, true)
    await app.chat.pins.star(viewer.uid, chatId, [1], true)
    blendId = (await app.blends.make(owner.uid, { kind: 'all', uids: [viewer.uid], timeZone: 'UTC' })).id
    await app.blends.join(viewer.uid, blendId)
  }
  if (relation === 'requested') await act('requestConnection', viewer, { ...about, body: {} })
  if (relation === 'asked') await act('requestConnection', owner, { params: { uid: viewer.uid }, body: { note: 'markednote' } })
  if (relation === 'muted') await act('mutePerson', viewer, about)
  if (relation === 'blocks') await act('blockPerson', viewer, about)
  if (relation === 'blocked') await act('blockPerson', owner, { params: { uid: viewer.uid } })
  return { chatId, blendId }
}
