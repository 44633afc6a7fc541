import { afterEach, beforeEach, expect, it } from 'vitest'
import { unmigratedDatabase } from '#tests/kit/database.ts'
import type { MemoryDatabase } from './memory.ts'
import { runMaintenance } from './maintenance.ts'

let database: MemoryDatabase
beforeEach(async () => {
  database = await unmigratedDatabase()
})
afterEach(() => database.close())

it('removes dead rows where there are many, and skips quiet tables', async () => {
  await database.script('create table busy (n int); create table quiet (n int)')
  await database.script('insert into busy select generate_series(1, 2000); insert into quiet values (1)')
  await database.script('delete from busy')
  expect((await runMaintenance(database.mutex)).commands).toEqual(['vacuum public.busy', 'analyze public.busy'])
  expect(await database.query(`select pg_relation_size('busy') as bytes`)).toEqual([{ bytes: 0 }])
  expect((await runMaintenance(database.mutex)).commands).toEqual([])
  await database.script('insert into busy select generate_series(1, 900)')
  expect((await runMaintenance(database.mutex)).commands).toEqual(['analyze public.busy'])
})

it('writes a checkpoint once the log since the last one is long', async () => {
  await database.script('checkpoint')
  expect((await runMaintenance(database.mutex)).checkpoint).toBe(false)
  await database.script(`create table wide (text text); alter table wide alter text set storage external`)
  await database.script(`insert into wide select repeat('x', 8000) from generate_series(1, 9000)`)
  expect((await runMaintenance(database.mutex)).checkpoint).toBe(true)
  expect((await runMaintenance(database.mutex)).checkpoint).toBe(false)
})
