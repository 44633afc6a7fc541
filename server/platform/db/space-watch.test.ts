import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { SpaceWatch } from './space-watch.ts'

test('after a full disk each question is a write, until one succeeds', async () => {
  const space = new SpaceWatch()
  const asked: string[] = []
  let isFull = true
  const run = async (sql: string) => {
    asked.push(sql)
    if (isFull && sql !== 'select 1') throw space.noting(new AppError('storage_full'))
  }
  await space.ask(run)
  space.noting(new AppError('unavailable'))
  await space.ask(run)
  space.noting(new AppError('storage_full'))
  await expect(space.ask(run)).rejects.toMatchObject({ code: 'storage_full' })
  isFull = false
  await space.ask(run)
  await space.ask(run)
  const write = expect.stringContaining('create temporary table')
  expect(asked).toEqual(['select 1', 'select 1', write, write, 'select 1'])
})
