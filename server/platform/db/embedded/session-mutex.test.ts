import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { IDLE_LEASE_MS, SessionMutex, type Session } from './session-mutex.ts'

function aSession() {
  const statements: string[] = []
  const session = {
    statements,
    generation: 1,
    ready: async () => undefined,
    query: async (sql: string) => {
      statements.push(sql)
      if (sql === 'bad') throw new Error('rejected')
      return { rows: [], affectedRows: undefined }
    },
    script: async (sql: string) => {
      statements.push(sql)
      return []
    },
    close: async () => undefined,
  } satisfies Session & { statements: string[] }
  return session
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the connection', () => {
  it('is held by one caller at a time, in the order of arrival', async () => {
    const session = aSession()
    const mutex = new SessionMutex(session)
    const first = await mutex.lease()
    const others = ['second', 'third'].map((name) => mutex.use((lease) => lease.query(name)))
    await first.query('first')
    expect(session.statements).toEqual(['first'])
    first.release()
    await Promise.all(others)
    expect(session.statements).toEqual(['first', 'second', 'third'])
  })

  it('accepts the next statement while the previous one runs, and a transaction after both', async () => {
    const session = aSession()
    const answer = Promise.withResolvers<void>()
    const mutex = new SessionMutex({
      ...session,
      query: async (sql) => {
        const responses = await session.query(sql)
        if (sql === 'slow') await answer.promise
        return responses
      },
    })
    const slow = mutex.query('slow')
    const failing = mutex.query('bad').catch(String)
    await mutex.use((lease) => lease.query('begin'))
    expect(session.statements).toEqual(['slow', 'bad', 'begin'])
    let isDrained = false
    const drained = mutex.drained().then(() => (isDrained = true))
    expect([await failing, isDrained]).toEqual(['Error: rejected', false])
    answer.resolve()
    await Promise.all([slow, drained])
  })

  it('limits concurrent statements: a waiting statement detects a statement that hangs', async () => {
    const session = aSession()
    const answer = Promise.withResolvers<void>()
    const query = async (sql: string) => {
      await Promise.all([session.query(sql), answer.promise])
      return { rows: [], affectedRows: undefined }
    }
    const mutex = new SessionMutex({ ...session, query })
    const all = Array.from({ length: 20 }, (_, n) => mutex.query(`${n}`))
    await vi.advanceTimersByTimeAsync(1)
    expect(session.statements).toHaveLength(8)
    answer.resolve()
    await Promise.all(all)
    expect(session.statements).toHaveLength(20)
  })

  it('continues with the next caller when the database was closed for one', async () => {
    const session = aSession()
    let isDown = true
    const ready = async (): Promise<void> => {
      if (isDown) throw new Error('closed')
    }
    const mutex = new SessionMutex({ ...session, ready })
    await expect(mutex.lease()).rejects.toThrow('closed')
    isDown = false
    await mutex.use((lease) => lease.query('works'))
    expect(session.statements).toEqual(['works'])
  })

  it('can’t be used after it was released', async () => {
    const lease = await new SessionMutex(aSession()).lease()
    lease.release()
    await expect(lease.query('late')).rejects.toThrow('already released')
  })
})

describe('an idle transaction', () => {
  it('is rolled back when others wait, and gets the reason', async () => {
    const session = aSession()
    const mutex = new SessionMutex(session)
    const idle = await mutex.lease()
    await idle.query('begin')
    const other = mutex.use((lease) => lease.query('other'))
    await vi.advanceTimersByTimeAsync(IDLE_LEASE_MS)
    await other
    expect(session.statements).toEqual(['begin', 'rollback', 'other'])
    await expect(idle.query('late')).rejects.toThrow('must go through the transaction')
  })

  it('may keep the connection while no one waits', async () => {
    const mutex = new SessionMutex(aSession())
    const idle = await mutex.lease()
    await vi.advanceTimersByTimeAsync(10 * IDLE_LEASE_MS)
    await expect(idle.query('still here')).resolves.toBeDefined()
    idle.release()
  })

  it('keeps the connection when it sends a statement in time', async () => {
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
    expect(session.statements).not.toContain('rollback')
  })
})

it('a transaction fails when the database was reopened: its earlier statements are lost', async () => {
  const session = aSession()
  const mutex = new SessionMutex(session)
  const lease = await mutex.lease()
  await lease.query('begin')
  session.generation++
  await expect(lease.query('insert')).rejects.toMatchObject({ code: 'unavailable' })
  lease.release()
  await mutex.use((next) => next.query('next'))
  expect(session.statements).toEqual(['begin', 'next'])
})

it('remembers that a statement failed, so that the commit can be rejected', async () => {
  const lease = await new SessionMutex(aSession()).lease()
  await lease.query('bad').catch(() => undefined)
  expect(lease.failed).toBe(true)
})
