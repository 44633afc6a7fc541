// On the embedded engine here, and on PostgreSQL by `npm run test:engines`.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { testDatabase } from '#tests/kit/database.ts'
import type { Database } from '../db/database.ts'
import type { Jobs } from './jobs.ts'
import { createLogs } from '../observability/log.ts'
import { createJobs } from './pg-boss-jobs.ts'

const log = createLogs({ filter: 'off', pretty: false })('jobs')
const rules = { retries: 0, expireSeconds: 60 }

let database: Database
let started: Jobs[] = []
// Making pg-boss's tables takes longer than most tests. The first test, and the one of two runners, begin without them.
beforeAll(async () => {
  database = await testDatabase()
}, 60_000)
afterEach(async () => {
  await stopAll()
  await database.query('delete from jobs.job')
})
afterAll(() => database.close())

async function stopAll(): Promise<void> {
  for (const jobs of started) await jobs.stop(5_000)
  started = []
}

function someJobs(db = database): Jobs {
  const jobs = createJobs({ database: db, log })
  started.push(jobs)
  return jobs
}

/** Records events, and resolves `until(n)` after n of them. */
function aRecord<T>() {
  const items: T[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  return {
    items,
    note: (item: T): void => {
      items.push(item)
      waiting.filter(({ count }) => items.length >= count).forEach(({ resolve }) => resolve())
    },
    until: (count: number): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>()
      if (items.length >= count) resolve()
      else waiting.push({ count, resolve })
      return promise
    },
  }
}

type Greeting = { to: string }

describe('a job', () => {
  it('deletes finished and waiting jobs of a deleted account, and no others', async () => {
    const jobs = someJobs()
    const uid = '0199d3a0-0000-4000-8000-000000000001'
    const ran = aRecord<{ uid: string }>()
    jobs.register<{ uid: string }>({ name: 'sync', ...rules, run: async (data) => ran.note(data) })
    await jobs.start()
    await jobs.add('sync', { uid })
    await ran.until(1)
    await jobs.add('sync', { uid }, { afterSeconds: 3_600 })
    await jobs.add('sync', { uid: 'another user' }, { only: `sync ${uid}`, afterSeconds: 3_600 })
    await jobs.add('sync', { uid: 'another user' }, { only: 'theirs', afterSeconds: 3_600 })
    await jobs.forget(uid)
    const left = await database.query('select singleton_key, data from jobs.job')
    expect(left).toEqual([{ singleton_key: 'theirs', data: { uid: 'another user' } }])
  })

  it('runs once with its data', async () => {
    const jobs = someJobs()
    const ran = aRecord<Greeting>()
    jobs.register<Greeting>({ name: 'greet', ...rules, run: async (data) => ran.note(data) })
    await jobs.start()
    await jobs.add('greet', { to: 'Alice' })
    await ran.until(1)
    expect(ran.items).toEqual([{ to: 'Alice' }])
  })

  it('added before the start runs after it', async () => {
    const jobs = someJobs()
    const ran = aRecord<Greeting>()
    jobs.register<Greeting>({ name: 'greet', ...rules, run: async (data) => ran.note(data) })
    await jobs.add('greet', { to: 'Bob' })
    expect(ran.items).toEqual([])
    await jobs.start()
    await ran.until(1)
    expect(ran.items).toEqual([{ to: 'Bob' }])
  })

  it('that is urgent runs before others that wait', async () => {
    const jobs = someJobs()
    const ran = aRecord<Greeting>()
    jobs.register<Greeting>({ name: 'greet', ...rules, run: async (data) => ran.note(data) })
    for (const to of ['first', 'second']) await jobs.add('greet', { to })
    await jobs.add('greet', { to: 'urgent' }, { isUrgent: true })
    await jobs.start()
    await ran.until(3)
    expect(ran.items.map(({ to }) => to)).toEqual(['urgent', 'first', 'second'])
  })

  it('starts at once after the one before it, not at the next poll', async () => {
    const jobs = someJobs()
    const ran = aRecord<Greeting>()
    jobs.register<Greeting>({ name: 'greet', ...rules, run: async (data) => ran.note(data) })
    const all = Array.from({ length: 20 }, (_, n) => ({ to: `person ${n}` }))
    for (const data of all) await jobs.add('greet', data)
    await jobs.start()
    const before = performance.now()
    await ran.until(20)
    expect(performance.now() - before).toBeLessThan(15_000) // one check every 2 s or 4 s would take 40 s
    expect(ran.items).toEqual(all)
  })

  it('runs in parallel with others of its name, up to the limit in its definition', async () => {
    const jobs = someJobs()
    const began = aRecord<string>()
    const gate = Promise.withResolvers<void>()
    async function run({ to }: Greeting): Promise<void> {
      began.note(to)
      await gate.promise
    }
    jobs.register<Greeting>({ name: 'beside', ...rules, concurrency: 2, run })
    jobs.register<Greeting>({ name: 'alone', ...rules, run })
    await jobs.start()
    for (const to of ['1', '2', '3']) for (const name of ['alone', 'beside']) await jobs.add(name, { to: `${name} ${to}` })
    await began.until(3)
    expect(began.items.toSorted()).toEqual(['alone 1', 'beside 1', 'beside 2'])
    gate.resolve()
    await began.until(6)
  })

  it('that fails is retried up to its limit', async () => {
    const jobs = someJobs()
    const ran = aRecord<Greeting>()
    jobs.register<Greeting>({
      name: 'greet',
      retries: 1,
      expireSeconds: 60,
      run: async (data) => {
        ran.note(data)
        throw new Error('on purpose')
      },
    })
    await jobs.start()
    await jobs.add('greet', { to: 'Alice' })
    await ran.until(2)
    expect(ran.items).toHaveLength(2)
  })

  it('that fails leaves its reason in the queue, without the fields that a library added to the error', async () => {
    const jobs = someJobs()
    const failure = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(mira@example.org) already exists.' })
    jobs.register({ name: 'add', ...rules, run: () => Promise.reject(failure) })
    await jobs.start()
    await jobs.add('add', {})
    const failedJobs = () => database.query(`select output from jobs.job where name = 'add' and state = 'failed'`)
    await vi.waitFor(async () => expect(await failedJobs()).toHaveLength(1), { timeout: 10_000 })
    const [job] = await failedJobs()
    expect(job).toMatchObject({ output: { message: 'duplicate key', code: '23505' } })
    expect(JSON.stringify(job)).not.toContain('mira')
  })

  it('with an unregistered name is an error', async () => {
    await expect(someJobs().add('unknown', {})).rejects.toThrow('No job is registered as unknown')
  })
})

describe('a job with a key', () => {
  it('is not added again while one waits', async () => {
    const jobs = someJobs()
    const ran = aRecord<Greeting>()
    jobs.register<Greeting>({ name: 'greet', ...rules, run: async (data) => ran.note(data) })
    await jobs.add('greet', { to: 'first' }, { only: 'alice' })
    await jobs.add('greet', { to: 'second' }, { only: 'alice' })
    await jobs.add('greet', { to: 'another key' }, { only: 'bob' })
    await jobs.add('greet', { to: 'last' })
    await jobs.start()
    await ran.until(3)
    expect(ran.items.map(({ to }) => to)).toEqual(['first', 'another key', 'last'])
  })

  it('is not added while the same job runs, and is added again once it has finished', async () => {
    const jobs = someJobs()
    const began = aRecord<Greeting>()
    const gate = Promise.withResolvers<void>()
    jobs.register<Greeting>({
      name: 'greet',
      ...rules,
      run: async (data) => {
        began.note(data)
        await gate.promise
      },
    })
    await jobs.start()
    await jobs.add('greet', { to: 'first' }, { only: 'alice' })
    await began.until(1)
    await jobs.add('greet', { to: 'second' }, { only: 'alice' })
    await jobs.add('greet', { to: 'marker' })
    gate.resolve()
    await began.until(2)
    await jobs.add('greet', { to: 'third' }, { only: 'alice' })
    await began.until(3)
    expect(began.items.map(({ to }) => to)).toEqual(['first', 'marker', 'third'])
  })
})

it('stopping waits for the job that runs', async () => {
  const jobs = someJobs()
  const began = aRecord<Greeting>()
  const gate = Promise.withResolvers<void>()
  let isDone = false
  jobs.register<Greeting>({
    name: 'greet',
    ...rules,
    run: async (data) => {
      began.note(data)
      await gate.promise
      isDone = true
    },
  })
  await jobs.start()
  await jobs.add('greet', { to: 'Alice' })
  await began.until(1)
  const stopping = jobs.stop(10_000)
  gate.resolve()
  await stopping
  expect(isDone).toBe(true)
})

it('two runners of one new database run each job once', async () => {
  const fresh = await testDatabase()
  const ran = aRecord<string>()
  const [first, second] = [someJobs(fresh), someJobs(fresh)]
  for (const jobs of [first, second]) jobs.register<Greeting>({ name: 'greet', ...rules, run: async ({ to }) => ran.note(to) })
  await Promise.all([first.start(), second.start()])
  const names = Array.from({ length: 40 }, (_, n) => `person ${n}`)
  await Promise.all(names.map((to, n) => (n % 2 ? first : second).add('greet', { to })))
  await ran.until(40)
  await stopAll()
  await fresh.close()
  expect(ran.items.toSorted()).toEqual(names.toSorted())
})
