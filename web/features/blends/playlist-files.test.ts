import { expect, test } from 'vitest'
import type { Item } from '#contract/media.ts'
import { playlistText } from './playlist-files.ts'

const item = (fields: Partial<Item>): Item => ({
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'track',
  name: 'Tezeta',
  by: 'Mulatu Astatke',
  spotify_id: '4Z8W4fKeB5YxbusRsdQVPb',
  youtube_id: null,
  ...fields,
})
const items = [item({}), item({ kind: 'video', name: '=HYPERLINK("x") & <b>', by: null, spotify_id: null, youtube_id: 'abcdefghijk' })]

test('a list of links has one address for each item', () => {
  expect(playlistText('links', 'Kitchen', items)).toBe(
    'https://open.spotify.com/track/4Z8W4fKeB5YxbusRsdQVPb\nhttps://www.youtube.com/watch?v=abcdefghijk\n',
  )
})

test('CSV quotes texts and defuses formulas', () => {
  expect(playlistText('csv', 'Kitchen', items)).toBe(
    '"title","by","kind","spotify","youtube"\r\n' +
      '"Tezeta","Mulatu Astatke","track","https://open.spotify.com/track/4Z8W4fKeB5YxbusRsdQVPb",""\r\n' +
      `"'=HYPERLINK(""x"") & <b>","","video","","https://www.youtube.com/watch?v=abcdefghijk"\r\n`,
  )
})

test('JSPF is JSON of a playlist', () => {
  expect(JSON.parse(playlistText('jspf', 'Kitchen', items))).toEqual({
    playlist: {
      title: 'Kitchen',
      track: [
        { title: 'Tezeta', creator: 'Mulatu Astatke', location: ['https://open.spotify.com/track/4Z8W4fKeB5YxbusRsdQVPb'] },
        { title: '=HYPERLINK("x") & <b>', location: ['https://www.youtube.com/watch?v=abcdefghijk'] },
      ],
    },
  })
})

test('XSPF escapes markup and drops characters that XML does not allow', () => {
  const text = playlistText('xspf', 'Kitchen & \u0000bath', items)
  expect(text).toContain('<title>Kitchen &amp; bath</title>')
  expect(text).toContain(
    '<track><location>https://www.youtube.com/watch?v=abcdefghijk</location><title>=HYPERLINK(&quot;x&quot;) &amp; &lt;b&gt;</title></track>',
  )
})
