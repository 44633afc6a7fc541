import { expect, test } from 'vitest'
import { draftToAdopt } from './draft-sync.ts'

const local = (text: string) => ({ text, audience: 'everyone' as const })
const server = (text: string, savedAt: string | null = '2026-11-20T10:00:00Z') => ({
  text,
  audience: 'buddies' as const,
  saved_at: savedAt,
})
const never = { text: '', savedAt: null }

test('a device without a draft uses the draft of another device, with its audience', () => {
  expect(draftToAdopt(local(''), never, server('half a thought'))).toEqual({ text: 'half a thought', audience: 'buddies' })
})

test('text that was changed here stays', () => {
  expect(draftToAdopt(local('mine'), never, server('theirs'))).toBeNull()
  expect(draftToAdopt(local('mine, longer'), { text: 'mine', savedAt: '1' }, server('theirs'))).toBeNull()
})

test('an unchanged draft follows the other device, even when that has posted it', () => {
  const synced = { text: 'half', savedAt: '2026-11-20T09:00:00Z' }
  expect(draftToAdopt(local('half '), synced, server('half a thought'))).toEqual({ text: 'half a thought', audience: 'buddies' })
  expect(draftToAdopt(local('half'), synced, server('', null))).toEqual({ text: '', audience: 'everyone' })
  expect(draftToAdopt(local('half'), synced, server('half', '2026-11-20T09:00:00Z'))).toBeNull()
})
