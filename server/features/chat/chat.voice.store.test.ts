import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { WireMessage } from '#contract/chat/chat.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import { aMessage, database, world, setUpChat } from './chat.test-world.ts'
import { errorCode } from '#tests/kit/error-code.ts'

const waveform = Array.from({ length: limits.recording.bars }, (_, index) => index % 32)
let count = 0
let anna: Uid
let ben: Uid
let eve: Uid
setUpChat()
beforeEach(async () => {
  count++
  anna = await world.person(`anna${count}`, 'Anna')
  ben = await world.person(`ben${count}`, 'Ben')
  eve = await world.person(`eve${count}`, 'Eve')
  await world.befriend(anna, ben)
})

async function recording(owner: Uid): Promise<string> {
  const id = randomUUID()
  await sql`
    insert into uploads (id, uid, path, width, height, bytes, created_at, waveform, duration_ms, format)
    values (${id}, ${owner}, ${id}, 0, 0, 1, now(), ${waveform}::smallint[], 12340, 'webm')
  `.execute(database.db)
  return id
}

const voice = (from: Uid, to: Uid, id: string, change = {}) => aMessage(from, to, { type: 'voice', content: '', media: [id], ...change })
const recordingOf = (id: string) => ({ id, url: `/files/${id}.webm`, duration_ms: 12_340, waveform })

describe('a voice message', () => {
  test('is delivered with its recording, and is in the history and the list', async () => {
    const id = await recording(anna)
    const { chatId } = await world.chat.send(anna, ben, voice(anna, ben, id))
    const delivered = world.hub.takeFrames()[0]?.data as { message: WireMessage }
    expect(delivered.message).toMatchObject({ type: 'voice', content: '', media: [id], voice: recordingOf(id) })
    expect((await world.chat.history(ben, chatId, {}))[0]).toEqual(delivered.message)
    expect((await world.chat.get(ben, chatId)).last?.voice).toEqual(recordingOf(id))
    expect(delivered.message.pictures).toBeUndefined()
  })

  test('is played only by the members of the chat, and not across a block', async () => {
    const id = await recording(anna)
    await world.chat.send(anna, ben, voice(anna, ben, id))
    expect(await errorCode(world.pictures.recordings.read(ben, id))).toBe('resolved')
    expect(await errorCode(world.pictures.recordings.read(eve, id))).toBe('not_found')
    expect(await errorCode(world.pictures.recordings.read(null, id))).toBe('not_found')
    await world.connections.block(anna, ben)
    expect(await errorCode(world.pictures.recordings.read(ben, id))).toBe('not_found')
  })

  test('is deleted with its recording', async () => {
    const id = await recording(anna)
    const sent = await world.chat.send(anna, ben, voice(anna, ben, id))
    await world.chat.remove(anna, { chat_id: sent.chatId, seq: sent.seq, id: sent.id })
    const { rows } = await sql`select 1 from uploads where id = ${id}`.execute(database.db)
    expect(rows).toEqual([])
    const { rows: queued } = await sql`select is_folder from file_deletions where path = ${id}`.execute(database.db)
    expect(queued).toEqual([{ is_folder: false }])
    expect((await world.chat.history(ben, sent.chatId, {}))[0]).toMatchObject({ type: 'text', deleted: true, media: [] })
  })

  test('has exactly one recording, which the sender stored and no other message uses, and no text', async () => {
    const [mine, theirs] = [await recording(anna), await recording(ben)]
    const send = (change: object) => errorCode(world.chat.send(anna, ben, voice(anna, ben, mine, change)))
    expect(await send({ media: [theirs] })).toBe('not_found')
    expect(await send({ media: [randomUUID()] })).toBe('not_found')
    expect(await send({ media: [await world.picture(anna)] })).toBe('not_found')
    expect(await send({ media: [] })).toBe('invalid_input')
    expect(await send({ media: [mine, await recording(anna)] })).toBe('invalid_input')
    expect(await send({ content: 'listen' })).toBe('invalid_input')
    expect(await send({ type: 'picture' })).toBe('not_found')
    expect(await send({})).toBe('resolved')
    expect(await send({})).toBe('not_found')
  })

  test('can’t be edited', async () => {
    const sent = await world.chat.send(anna, ben, voice(anna, ben, await recording(anna)))
    expect(await errorCode(world.chat.edit(anna, { chat_id: sent.chatId, seq: sent.seq, id: sent.id }, 'words'))).toBe('invalid_input')
  })

  test('can’t start a request to a stranger, and is allowed once the request is accepted', async () => {
    const id = await recording(eve)
    expect(await errorCode(world.chat.send(eve, anna, voice(eve, anna, id)))).toBe('request_text_only')
    const { chatId } = await world.chat.send(eve, anna, aMessage(eve, anna))
    expect(await errorCode(world.chat.send(eve, anna, voice(eve, anna, id)))).toBe('request_waiting')
    await world.chat.accept(anna, chatId)
    expect(await errorCode(world.chat.send(eve, anna, voice(eve, anna, id)))).toBe('resolved')
  })

  test('is reported together with its recording', async () => {
    const id = await recording(anna)
    const sent = await world.chat.send(anna, ben, voice(anna, ben, id))
    expect(await world.chat.evidence(ben, sent.id)).toEqual({ author: anna, text: '', pictures: [], voice: id })
  })
})
