import { expect, test } from 'vitest'
import { unmigratedDatabase } from '#tests/kit/database.ts'
import { withoutDiskWaits } from './without-disk-waits.ts'

const setting = async (query: (text: string) => Promise<unknown[]>) => query('show synchronous_commit')

test('commits wait for the disk again after the work, even when it failed', async () => {
  const { query, close } = await unmigratedDatabase()
  const during = await withoutDiskWaits({ engine: 'embedded', query }, () => setting(query))
  expect(during).toEqual([{ synchronous_commit: 'off' }])
  expect(await setting(query)).toEqual([{ synchronous_commit: 'on' }])
  const failing = withoutDiskWaits({ engine: 'embedded', query }, () => Promise.reject(new Error('no people')))
  await expect(failing).rejects.toThrow('no people')
  expect(await setting(query)).toEqual([{ synchronous_commit: 'on' }])
  await close()
})

test('leaves the sessions of a PostgreSQL server as they are', async () => {
  const statements: string[] = []
  const query = async (text: string) => {
    statements.push(text)
    return []
  }
  expect(await withoutDiskWaits({ engine: 'postgres', query }, async () => 'filled')).toBe('filled')
  expect(statements).toEqual([])
})
