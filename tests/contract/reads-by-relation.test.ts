import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { type Ask, type InProcessServer, startInProcessServer } from '#tests/kit/in-process-server.ts'
import { makeWorlds, type Relation, relations, type World } from '#tests/kit/relations.ts'
import { marks, type ReadName, table } from './reads-by-relation.table.ts'

let server: InProcessServer
let worlds: ReadonlyMap<Relation, World>
beforeAll(async () => {
  // All requests come from one address, more than one network may send in a minute.
  server = await startInProcessServer({ TRUSTED_PROXIES: '127.0.0.1' })
  worlds = await makeWorlds(server)
}, 120_000)
afterAll(async () => await server.stop(), 30_000)

const request = (...input: Parameters<InProcessServer['ask']>) => server.ask(...input)

function worldOf(relation: Relation): World {
  const world = worlds.get(relation)
  if (!world) throw new Error(`no world for ${relation}`)
  return world
}

/** The expected content about the owner: marker words, `-` for none, or the error code. */
function outcomeOf({ status, text }: { status: number; text: string }, world: World): string {
  if (status !== 200) return String(status)
  return marks.flatMap(([mark, isIn]) => (isIn(text, world) ? [mark] : [])).join(' ') || '-'
}

async function outcome(name: ReadName, relation: Relation): Promise<string> {
  const world = worldOf(relation)
  const responses: string[] = []
  for (const input of table[name].ask(world)) responses.push(outcomeOf(await request(name, world.viewer.token, input), world))
  return responses.join(' ')
}

test('every read call has a row in the table', () => {
  const reads = Object.entries(calls).flatMap(([name, call]) => (call.method === 'GET' ? [name] : []))
  expect(Object.keys(table).toSorted()).toEqual(reads.toSorted())
})

describe('A1: what a call returns about a user depends on the relationship', () => {
  test.each(Object.keys(table) as ReadName[])('%s', async (name) => {
    const found: Partial<Record<Relation, string>> = {}
    for (const relation of relations) found[relation] = await outcome(name, relation)
    expect(found).toEqual(table[name].expects)
  })
})

describe('counts agree with lists, for every viewer', () => {
  type Json = Record<string, unknown>
  const read = async (name: ReadName, { viewer }: World, input: Ask): Promise<Json | null> => {
    const { status, text } = await request(name, viewer.token, { ...input })
    // Every answer of a call is an object.
    return status === 200 ? (JSON.parse(text) as Json) : null
  }
  const lengthOf = (list: unknown) => (list as unknown[] | undefined)?.length

  test.each(relations)('%s', async (relation) => {
    const world = worldOf(relation)
    const { owner, moments, friendsMoment } = world
    const counted: Json = {}
    const listed: Json = {}
    const compare = (name: string, count: unknown, list: unknown) => {
      // A hidden user has neither a count nor a list.
      if (count === undefined && list === undefined) return
      counted[name] = count
      listed[name] = lengthOf(list)
    }
    const friend = (await read('getMoment', world, { params: { id: friendsMoment } }))?.['author'] as Json
    for (const [name, id] of Object.entries({ ...moments, friendsMoment })) {
      const input = { params: { id } }
      const moment = await read('getMoment', world, input)
      compare(`${name} likes`, moment?.['likes'], (await read('getLikes', world, input))?.['people'])
      compare(`${name} comments`, moment?.['comments'], (await read('getComments', world, input))?.['comments'])
    }
    for (const [name, uid] of Object.entries({ owner: owner.uid, friend: String(friend['uid']), self: world.viewer.uid })) {
      const input = { params: { uid } }
      const profile = await read('getProfile', world, input)
      const connection = await read('getConnection', world, input)
      compare(`${name} buddies`, profile?.['buddies_count'] ?? undefined, (await read('getBuddies', world, input))?.['buddies'])
      if (profile && connection) compare(`${name} mutual`, profile['mutual_count'], connection['mutual'])
    }
    expect(counted).toEqual(listed)
    expect(lengthOf(Object.values(counted).filter((count) => typeof count === 'number'))).toBeGreaterThan(4)
  })
})

test('an invisible item gets the same response as one that never existed', async () => {
  const unknown = '00000000-0000-4000-8000-00000000000f'
  const plain = ({ status, text }: { status: number; text: string }) => [status, text.replace(/"request_id":"[^"]+"/, '')]
  const different: string[] = []
  for (const relation of ['blocks', 'blocked', 'deleted'] as const) {
    const world = worldOf(relation)
    const nobody = {
      ...world,
      owner: { ...world.owner, uid: unknown },
      chatId: unknown,
      sessionId: unknown,
      moments: { everyone: unknown, buddies: unknown, only_me: unknown },
    }
    for (const name of Object.keys(table) as ReadName[]) {
      const response = table[name].ask(world)
      for (const [index, input] of table[name].ask(nobody).entries()) {
        const hidden = await request(name, world.viewer.token, response[index])
        if (hidden.status !== 404) continue
        const missing = await request(name, world.viewer.token, input)
        if (JSON.stringify(plain(hidden)) !== JSON.stringify(plain(missing))) different.push(`${name} ${relation}: ${missing.text}`)
      }
    }
  }
  expect(different).toEqual([])
})

describe('private content of the owner', () => {
  const closed = { music: 'only_me', video: 'only_me', buddies: 'only_me', match: 'only_me' } as const
  const rows: [ReadName, buddy: string, stranger: string][] = [
    ['getProfile', 'person', 'person'],
    ['getConnection', 'person', 'person'],
    ['getBuddies', '403', '403'],
    ['getTaste', '-', '-'],
    ['getMusic', '-', '-'],
    ['getVideo', '-', '-'],
    ['getMatch', '403', '403'],
    ['getMatches', '-', '-'],
    ['discover', '-', '-'],
    ['discoverKind', '- -', '- -'],
  ]

  test('is hidden from everyone, and visible again after the owner changes the setting', async () => {
    const { owner } = worldOf('buddy')
    await server.act('changePrivacy', owner, { body: closed })
    const found: typeof rows = []
    for (const [name] of rows) found.push([name, await outcome(name, 'buddy'), await outcome(name, 'stranger')])
    expect(found).toEqual(rows)
    await server.act('changePrivacy', owner, { body: { music: 'everyone', video: 'buddies', buddies: 'buddies', match: 'everyone' } })
    expect(await outcome('getMatch', 'buddy')).toBe(table.getMatch.expects.buddy)
  })

  test('view as: the owner sees what a stranger, a buddy or a named user sees', async () => {
    const { owner } = worldOf('buddy')
    const seen = async (name: ReadName, as: string, input: Ask): Promise<string> =>
      outcomeOf(await request(name, owner.token, { ...input, query: { ...input.query, as } }), worldOf('buddy'))
    const asOwner = { params: { uid: owner.uid } }
    for (const [name, input] of [
      ['getBuddies', asOwner],
      ['getTaste', asOwner],
      ['getMusic', asOwner],
      ['getVideo', asOwner],
      ['getFeed', { query: { uid: owner.uid } }],
    ] as const) {
      const expected = (relation: Relation) =>
        name === 'getFeed' ? table[name].expects[relation].split(' ').slice(-3).join(' ') : table[name].expects[relation]
      expect([name, await seen(name, 'everyone', input)]).toEqual([name, name === 'getFeed' ? 'person public' : expected('stranger')])
      expect([name, await seen(name, 'buddy', input)]).toEqual([name, expected('buddy')])
      expect([name, await seen(name, worldOf('buddy').viewer.uid, input)]).toEqual([name, expected('buddy')])
      expect([name, await seen(name, worldOf('blocks').viewer.uid, input)]).toEqual([name, '404'])
      // Only the owner may call this.
      expect(
        (
          await request(name, worldOf('stranger').viewer.token, {
            ...input,
            query: { ...('query' in input ? input.query : {}), as: 'buddy' },
          })
        ).status,
      ).toBe(403)
    }
  })
})
