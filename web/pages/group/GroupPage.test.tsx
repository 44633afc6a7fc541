import { fireEvent, screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { groupCalls, type Group } from '#contract/chat/groups.ts'
import { groupTasteCalls } from '#contract/taste/group-taste.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { readDraft } from '#web/features/chat/storage/drafts.ts'
import { emptyGroup } from '#web/features/chat/groups/empty-group.ts'
import { callKey, queryClient } from '#web/platform/query.ts'
import { GroupPage } from './GroupPage.tsx'

afterEach(() => vi.unstubAllGlobals())

const chatId = '0199d3a0-0000-7000-8000-000000000001'
const person = (number: number, name: string) => ({
  uid: `018f0000-0000-7000-8000-00000000000${number}`,
  user_name: name.toLowerCase(),
  name,
  avatar_url: null,
})
const [ann, bea, cleo] = [person(1, 'Ann'), person(2, 'Bea'), person(3, 'Cleo')] as const
const kerala = {
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'track' as const,
  name: 'Kerala',
  by: 'Bonobo',
  spotify_id: null,
  youtube_id: null,
}

function openGroup(people: readonly ReturnType<typeof person>[]): void {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const members = people.map((one) => ({
    person: one,
    role: 'member' as const,
    percent: null,
    joined_at: '2026-03-01T10:00:00.000Z',
    read_seq: 0,
    read_at: null,
    writes_from: null,
  }))
  const group: Group = { ...emptyGroup, chat_id: chatId, members }
  queryClient.setQueryData(callKey(groupCalls.getGroup, { params: { chatId } }), group)
  queryClient.setQueryData(callKey(groupTasteCalls.getNewMembers, { params: { chatId } }), {
    members: [{ person: bea, joined_at: '2026-03-01T10:00:00.000Z', item: kerala }],
  })
  renderInApp(
    <Routes>
      <Route path="/group/:chat_id" element={<GroupPage />} />
      <Route path="*" element={null} />
    </Routes>,
    { path: `/group/${chatId}` },
  )
}

test('in a larger group, the icebreaker names what only two love', () => {
  openGroup([ann, bea, cleo])
  expect(screen.getByText('You and Bea are the only two here who love Kerala')).toBeDefined()
})

test('in a group of two, the icebreaker doesn’t compare them with others', () => {
  openGroup([ann, bea])
  expect(screen.getByText('You and Bea both love Kerala')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Write it' }))
  expect(readDraft(chatId)).toBe('@bea We both love Kerala!')
})
