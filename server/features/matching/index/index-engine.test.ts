import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogs } from '#server/platform/observability/log.ts'
import { createMatchIndex } from './match-index.ts'
import { createMatchThread, type MatchThread } from './index-engine.ts'

const [anna, ben, ...items] = Array.from({ length: 8 }, () => randomUUID())
const attributes = items.map((id) => ({ id, kind: 'artist' as const, bars: ['jazz' as const], by: null }))
const rows = items.map((itemId) => ({ itemId, weight: 1, shownTo: 'everyone' as const, counts: true }))

let thread: MatchThread
beforeAll(() => {
  thread = createMatchThread({ log: createLogs({ filter: 'off', pretty: false })('taste.match') })
})
afterAll(() => thread.close())

test('an index in a worker thread returns the same as one in this thread', async () => {
  const here = createMatchIndex()
  here.register(attributes)
  await thread.engine.register(attributes)
  for (const uid of [anna!, ben!]) {
    here.put(uid, rows)
    await thread.engine.put(uid, rows)
  }
  expect(await thread.engine.pair(anna!, ben!, 'everyone')).toEqual(here.pair(anna!, ben!, 'everyone'))
  expect(await thread.engine.rank(anna!, { filter: 'all' })).toEqual(here.rank(anna!, { filter: 'all' }))
  expect(await thread.engine.print(anna!, 'self')).toEqual(here.print(anna!, 'self'))
})

test('a failing request does not affect others', async () => {
  await expect(thread.engine.register([{ ...attributes[0]!, id: 'no uuid' }])).rejects.toThrow('not a UUID')
  expect(await thread.engine.size()).toBe(2)
})

test('rejects requests after the close', async () => {
  const other = createMatchThread({ log: createLogs({ filter: 'off', pretty: false })('taste.match') })
  await other.engine.size()
  await other.close()
  await expect(other.engine.size()).rejects.toThrow('closed')
})

// Packages would stay in the memory of each server.
test('its thread loads no packages', () => {
  const collect = `
    import { registerHooks } from 'node:module'
    const packages = new Set()
    registerHooks({ load: (url, context, next) => (url.includes('/node_modules/') && packages.add(url), next(url, context)) })
    await import('./server/features/matching/index/match-index.ts')
    console.log([...packages].join('\\n'))`
  const packages = execFileSync(process.execPath, ['--input-type=module', '--eval', collect], { encoding: 'utf8' })
  expect(packages.trim()).toBe('')
})
