import { expect, test } from 'vitest'
import type { Item } from '#contract/media.ts'
import { sharesWith, type ShareFeatures } from './recaps.ts'

const [mira, jonas, lena] = [1, 2, 3].map((last) => `00000000-0000-4000-8000-00000000000${last}`) as [string, string, string]
const CHAT = '00000000-0000-4000-8000-0000000000c1'
const POST = '00000000-0000-4000-8000-0000000000d1'
const BLEND = '00000000-0000-4000-8000-0000000000e1'
const SINCE = new Date('2026-09-20T00:00:00Z')
const UNTIL = new Date('2026-11-24T00:00:00Z')
const at = new Date('2026-11-18T20:00:00Z')

test('an item that a buddy added to a shared session counts as brought by them; items of the viewer or others don’t', async () => {
  const played = (youtubeId: string, addedBy: string | null) => ({
    side: 'video' as const,
    title: youtubeId,
    by: '',
    spotify_id: null,
    youtube_id: youtubeId,
    addedBy,
  })
  const features: ShareFeatures = {
    shelf: {
      async sharedWith(_viewer, _buddies, time) {
        expect(time).toEqual({ since: SINCE, until: UNTIL })
        return [{ itemId: 'sent', by: jonas, at, chatId: CHAT }]
      },
    },
    moments: {
      linksOf: async (_viewer, buddies, since) => {
        expect([buddies, since]).toEqual([[jonas], SINCE])
        const id = 'e'.repeat(11)
        return [{ id: POST, author: jonas, link: { link: `https://youtu.be/${id}`, platform: 'youtube', kind: 'video', id }, postedAt: at }]
      },
    },
    blends: {
      brought: async (_viewer, since) => {
        expect(since).toEqual(SINCE)
        return [jonas, lena].map((by) => ({ blendId: BLEND, itemId: `of ${by}`, by, at }))
      },
    },
    together: {
      async listAttended(viewer, { since, until }) {
        expect([viewer, since, until]).toEqual([mira, SINCE, UNTIL])
        const items = [
          played('a'.repeat(11), jonas),
          played('b'.repeat(11), mira),
          played('c'.repeat(11), lena),
          played('d'.repeat(11), null),
        ]
        return [{ chatId: CHAT, startedAt: at, people: [jonas, lena], items }]
      },
    },
    media: {
      itemsOfLinks: async (links) =>
        links.map(({ id }): Item => ({ id: id ?? '', kind: 'video', name: '', by: null, spotify_id: null, youtube_id: id })),
    },
  }
  expect(await sharesWith(features, mira, [jonas], { since: SINCE, until: UNTIL })).toEqual([
    { itemId: 'sent', by: jonas, at, how: 'sent', where: CHAT },
    { itemId: 'a'.repeat(11), by: jonas, at, how: 'together', where: CHAT },
    { itemId: 'e'.repeat(11), by: jonas, at, how: 'posted', where: POST },
    { itemId: `of ${jonas}`, by: jonas, at, how: 'blended', where: BLEND },
  ])
})
