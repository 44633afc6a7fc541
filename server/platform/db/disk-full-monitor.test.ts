import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { DiskFullMonitor } from './disk-full-monitor.ts'

test('after a full disk each check writes, until a write succeeds', async () => {
  const space = new DiskFullMonitor()
  const statements: string[] = []
  let isFull = true
  const run = async (sql: string) => {
    statements.push(sql)
    if (isFull && sql !== 'select 1') throw space.record(new AppError('storage_full'))
  }
  await space.check(run)
  space.record(new AppError('unavailable'))
  await space.check(run)
  space.record(new AppError('storage_full'))
  await expect(space.check(run)).rejects.toMatchObject({ code: 'storage_full' })
  isFull = false
  await space.check(run)
  await space.check(run)
  const write = expect.stringContaining('create temporary table')
  expect(statements).toEqual(['select 1', 'select 1', write, write, 'select 1'])
})
