import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { NOBODY } from '#contract/base/ids.ts'
import { aMessage } from '../chat.test-world.ts'
import { setUpGroup, anna, ben, cleo, database, framesTo, group, rolesOf, sendText, world, personal } from './groups.test-world.ts'

setUpGroup()

describe('personal data', () => {
  test('a deleted account leaves the group and its messages lose their content; its own group continues', async () => {
    await sendText(anna, 'from Anna')
    await sendText(ben, 'from Ben')
    await personal().erase?.(anna)
    await database.db.transaction().execute(async (tx) => void (await personal().eraseRows?.(tx, anna)))
    await database.query('delete from people where uid = $1', [anna])
    world.clock.pass(60_000)
    expect(await rolesOf(ben)).toEqual(['Ben owner', 'Cleo member'])
    expect((await world.chat.history(ben, group, {})).map(({ from, content, deleted }) => [from, content, deleted])).toEqual([
      [ben, 'from Ben', undefined],
      [NOBODY, '', true],
    ])
    expect(await sendText(ben, 'still here')).toMatchObject({ seq: 3 })
    expect(JSON.stringify(await database.query('select * from chats where id = $1', [group]))).not.toContain(anna)
  })

  /** Deletes Anna's account as `account-deletion.ts` does. */
  async function deleteAnna(data = personal()): Promise<void> {
    await data.erase?.(anna)
    const after = await database.db.transaction().execute(async (tx) => {
      const step = await data.eraseRows?.(tx, anna)
      await sql`delete from people where uid = ${anna}`.execute(tx)
      return step
    })
    await after?.()
  }

  test('A44: messages of a deleted account are changes that members load, each with its own number', async () => {
    for (const text of ['one', 'two', 'three']) await sendText(anna, text)
    await sendText(ben, 'from Ben')
    const { change_seq: before } = await world.chat.get(ben, group)
    world.hub.takeFrames()
    await deleteAnna()
    const sent = world.hub.takeFrames().filter(({ event }) => event === 'chat_changed')
    expect(new Set(sent.map(({ uid, data }) => ({ uid, data })))).toEqual(
      new Set([ben, cleo].map((uid) => ({ uid, data: { chat_id: group } }))),
    )
    expect(await world.chat.get(ben, group)).toMatchObject({ change_seq: before + 3, group: { members: 2 } })
    const first = await world.chat.changes(ben, group, before, 2)
    const rest = await world.chat.changes(ben, group, first.change_seq)
    expect([...first.messages, ...rest.messages].map(({ seq, from, userName, content }) => [seq, from, userName, content])).toEqual(
      [1, 2, 3].map((seq) => [seq, NOBODY, 'Deleted account', '']),
    )
    expect(rest.change_seq).toBe(before + 3)
  })

  test('the group in the list shows the last message of an existing account, and counts no others', async () => {
    await sendText(ben, 'from Ben')
    for (const text of ['one', 'two']) await sendText(anna, text)
    expect(await world.chat.get(cleo, group)).toMatchObject({ last: { content: 'two' }, unread: 3 })
    await deleteAnna()
    expect(await world.chat.get(cleo, group)).toMatchObject({ last: { from: ben, content: 'from Ben' }, unread: 1 })
    await sendText(ben, 'also from Ben')
    expect(await world.chat.get(cleo, group)).toMatchObject({ last: { content: 'also from Ben' }, unread: 2 })
  })

  test('A44: also in a group that the user has left, and in a chat of two', async () => {
    await sendText(anna, 'before I leave')
    await world.chat.groups.leave(anna, group)
    const { chat_id: pair } = await world.chat.open(ben, anna)
    await world.chat.send(anna, ben, aMessage(anna, ben, { content: 'only for you' }))
    world.hub.takeFrames()
    await deleteAnna()
    const frames = world.hub.takeFrames().flatMap(({ uid, event, data }) => (uid === ben && event === 'chat_changed' ? [data] : []))
    expect(new Set(frames)).toEqual(new Set([{ chat_id: group }, { chat_id: pair }]))
    for (const chatId of [group, pair]) {
      const { messages } = await world.chat.changes(ben, chatId, 0)
      expect(messages.map(({ from, content }) => [from, content])).toEqual([[NOBODY, '']])
    }
  })

  test('a deletion that continues after a failed transaction still reaches groups that the user has left', async () => {
    await sendText(anna, 'before I leave')
    await world.chat.groups.leave(anna, group)
    const data = personal()
    await data.erase?.(anna)
    world.hub.takeFrames()
    await deleteAnna(data)
    expect(framesTo(ben, 'chat_changed')).toEqual([{ chat_id: group }])
  })

  test('the export contains when the user was removed from groups, but not the groups’ current names', async () => {
    await world.chat.groups.remove(anna, group, ben)
    const files: string[] = []
    for await (const { path, bytes } of personal().collect(ben, new Set())) files.push(`${path} ${Buffer.from(await bytes()).toString()}`)
    const removals = files.find((text) => text.startsWith('groups/removals.json'))
    expect(removals).toMatch(/"removed": ?"\d{4}-/)
    expect(removals).not.toContain('Sunday listeners')
  })

  test('the export has groups with only the user’s own messages', async () => {
    await sendText(anna, 'from Anna')
    await sendText(ben, 'from Ben')
    const files: string[] = []
    for await (const { path, bytes } of personal().collect(ben, new Set())) files.push(`${path} ${Buffer.from(await bytes()).toString()}`)
    const file = files.find((text) => text.startsWith(`groups/Sunday listeners ${group}`))
    expect(file).toContain('from Ben')
    expect(file).not.toContain('from Anna')
    expect(file).toContain('"joined"')
    expect(file).not.toContain(anna)
  })
})
