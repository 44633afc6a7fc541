import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { IDLE_LEASE_MS, SessionMutex, type Session } from './session-mutex.ts'

function aSession() {
  const asked: string[] = []
  const session = {
    asked,
    generation: 1,
    ready: async () => undefined,
    query: async (sql: string) => {
      asked.push(sql)
      if (sql === 'bad') throw new Error('refused')
      return { rows: [], affectedRows: undefined }
    },
    script: async (sql: string) => {
      asked.push(sql)
      return []
    },
    close: async () => undefined,
  } satisfies Session & { asked: string[] }
  return session
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the connection', () => {
  it('goes to one caller at a time, in the order they came', async () => {
    const session = aSession()
    const mutex = new SessionMutex(session)
    const first = await mutex.lease()
    const others = ['second', 'third'].map((name) => mutex.use((lease) => lease.query(name)))
    await first.query('first')
    expect(session.asked).toEqual(['first'])
    first.release()
    await Promise.all(others)
    expect(session.asked).toEqual(['first', 'second', 'third'])
  })

  it('takes the next statement while the answer to the one before is on its way, and a transaction after both', async () => {
    const session = aSession()
    const answer = Promise.withResolvers<void>()
    const mutex = new SessionMutex({
      ...session,
      query: async (sql) => {
        const answered = await session.query(sql)
        if (sql === 'slow') await answer.promise
        return answered
      },
    })
    const slow = mutex.query('slow')
    const failing = mutex.query('bad').catch(String)
    await mutex.use((lease) => lease.query('begin'))
    expect(session.asked).toEqual(['slow', 'bad', 'begin'])
    let isDrained = false
    const drained = mutex.drained().then(() => (isDrained = true))
    expect([await failing, isDrained]).toEqual(['Error: refused', false])
    answer.resolve()
    await Promise.all([slow, drained])
  })

  it('has few statements on their way at a time: one that hangs is found by the one that waits', async () => {
    const session = aSession()
    const answer = Promise.withResolvers<void>()
    const query = async (sql: string) => {
      await Promise.all([session.query(sql), answer.promise])
      return { rows: [], affectedRows: undefined }
    }
    const mutex = new SessionMutex({ ...session, query })
    const all = Array.from({ length: 20 }, (_, n) => mutex.query(`${n}`))
    await vi.advanceTimersByTimeAsync(1)
    expect(session.asked).toHaveLength(8)
    answer.resolve()
    await Promise.all(all)
    expect(session.asked).toHaveLength(20)
  })

  it('goes on to the next caller when the database was closed for one', async () => {
    const session = aSession()
    let isDown = true
    const ready = async (): Promise<void> => {
      if (isDown) throw new Error('closed')
    }
    const mutex = new SessionMutex({ ...session, ready })
    await expect(mutex.lease()).rejects.toThrow('closed')
    isDown = false
    await mutex.use((lease) => lease.query('works'))
    expect(session.asked).toEqual(['works'])
  })

  it('is of no use once given back', async () => {
    const lease = await new SessionMutex(aSession()).lease()
    lease.release()
    await expect(lease.query('late')).rejects.toThrow('already released')
  })
})

describe('a transaction that asks nothing', () => {
  it('is rolled back when others wait, and gets the reason', async () => {
    const session = aSession()
    const mutex = new SessionMutex(session)
    const idle = await mutex.lease()
    await idle.query('begin')
    const other = mutex.use((lease) => lease.query('other'))
    await vi.advanceTimersByTimeAsync(IDLE_LEASE_MS)
    await other
    expect(session.asked).toEqual(['begin', 'rollback', 'other'])
    await expect(idle.query('late')).rejects.toThrow('must go through the transaction')
  })

  it('may keep the connection while nobody waits', async () => {
    const mutex = new SessionMutex(aSession())
    const idle = await mutex.lease()
    await vi.advanceTimersByTimeAsync(10 * IDLE_LEASE_MS)
    await expect(idle.query('still here')).resolves.toBeDefined()
    idle.release()
  })

  it('that asks in time keeps it', async () => {
    const session = aSession()
    const mutex = new SessionMutex(session)
    const slow = await mutex.lease()
    const other = mutex.use((lease) => lease.query('other'))
    for (let n = 0; n < 5; n++) {
      await vi.advanceTimersByTimeAsync(IDLE_LEASE_MS - 1)
      await slow.query(`step ${n}`)
    }
    slow.release()
    await other
    expect(session.asked).not.toContain('rollback')
  })
})

it('a transaction whose database was reopened may not go on: what it did before is gone', async () => {
  const session = aSession()
  const mutex = new SessionMutex(session)
  const lease = await mutex.lease()
  await lease.query('begin')
  session.generation++
  await expect(lease.query('insert')).rejects.toMatchObject({ code: 'unavailable' })
  lease.release()
  await mutex.use((next) => next.query('next'))
  expect(session.asked).toEqual(['begin', 'next'])
})

it('remembers that a statement failed, so that the commit can be refused', async () => {
  const lease = await new SessionMutex(aSession()).lease()
  await lease.query('bad').catch(() => undefined)
  expect(lease.failed).toBe(true)
})
