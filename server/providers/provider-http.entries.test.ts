import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { entriesOf, parseResponse } from '#server/providers/provider-http.ts'
import { artistPage, followedPage, recentPage, savedPage, trackPage } from '#server/providers/spotify/spotify.shapes.ts'
import { channelDetails, listedVideoPage, subscriptionPage, videoPage } from '#server/providers/youtube/youtube.shapes.ts'

const id = '4Z8W4fKeB5YxbusRsdQVPb'
const channelId = 'UC1234567890123456789012'
const track = { id, name: 'Song', artists: [{ name: 'Band' }] }
const paging = { next: null, offset: 0, total: 2 }

test.each<[string, z.ZodMiniType, object, (items: unknown[]) => unknown]>([
  ['top artists', artistPage, { id, name: 'Band' }, (items) => ({ items, ...paging })],
  ['top tracks', trackPage, track, (items) => ({ items, ...paging })],
  ['saved tracks', savedPage, { track }, (items) => ({ items, ...paging })],
  ['recent tracks', recentPage, { track }, (items) => ({ items })],
  ['followed artists', followedPage, { id, name: 'Band' }, (items) => ({ artists: { items } })],
  ['subscriptions', subscriptionPage, { snippet: { title: 'Channel', resourceId: { channelId } } }, (items) => ({ items })],
  ['liked videos', listedVideoPage, { contentDetails: { videoId: 'dQw4w9WgXcQ' } }, (items) => ({ items })],
  ['videos', videoPage, { id: 'dQw4w9WgXcQ', snippet: { title: 'Video', channelId, channelTitle: 'Channel' } }, (items) => ({ items })],
  ['channels', channelDetails, { id: channelId }, (items) => ({ items })],
])('%s: a malformed entry becomes null and the page is read', (_, schema, good, page) => {
  const read = (items: unknown[]) => JSON.stringify(parseResponse(schema, page(items), 'test'))
  const entry = JSON.stringify(good)
  for (const bad of [7, 'text', { id: 7, track: 7, snippet: 7, contentDetails: 7 }]) {
    expect(read([bad, good])).toContain(`[null,${entry}]`)
    expect(read([bad])).toContain('[null]')
  }
  expect(() => read([7, 7])).toThrow('the response does not match the schema')
})

test('fails when all entries are malformed, and names the field', () => {
  const schema = z.object({ items: entriesOf(z.object({ name: z.string() })) })
  expect(() => parseResponse(schema, { items: [{ title: 'a' }, { title: 'b' }] }, 'test')).toThrow(
    expect.objectContaining({ kind: 'malformed', logFields: { call: 'test', fields: ['items.0.name'] } }),
  )
})
