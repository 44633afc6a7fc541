import { expect, it } from 'vitest'
import type { Item } from '#contract/media.ts'
import { openAddressOf } from './open-address.ts'

const anItem = (parts: Partial<Item>): Item => ({ id: '018f0000-0000-7000-8000-00000000000a', kind: 'artist', name: 'Bonobo', by: null, spotify_id: null, youtube_id: null, ...parts })

it('an artist opens at Spotify, a channel and a video at YouTube', () => {
  expect(openAddressOf(anItem({ spotify_id: '0cmWgDlu9CwTgxPhf403hb' }))).toEqual({ platform: 'spotify', href: 'https://open.spotify.com/artist/0cmWgDlu9CwTgxPhf403hb' })
  expect(openAddressOf(anItem({ kind: 'channel', youtube_id: 'UCjFqcJQXGZ6T6sxyFB-5i6A' }))).toEqual({
    platform: 'youtube',
    href: 'https://www.youtube.com/channel/UCjFqcJQXGZ6T6sxyFB-5i6A',
  })
  expect(openAddressOf(anItem({ kind: 'video', youtube_id: 'dQw4w9WgXcQ' }))?.href).toBe('https://www.youtube.com/watch?v=dQw4w9WgXcQ')
})

it('an artist whom only YouTube knows opens there, and one whom nobody knows opens nowhere', () => {
  expect(openAddressOf(anItem({ youtube_id: 'UCjFqcJQXGZ6T6sxyFB-5i6A' }))?.platform).toBe('youtube')
  expect(openAddressOf(anItem({}))).toBeNull()
})
