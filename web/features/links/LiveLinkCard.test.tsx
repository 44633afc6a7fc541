import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { LinkCardData } from '#contract/links/link-cards.ts'
import { recognizeLink, type LinkRecord } from '#contract/links/links.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { registerSession } from '#web/platform/session-token.ts'
import { LiveLinkCard } from './LiveLinkCard.tsx'
import { pollUntilKnown } from './use-link-metadata.ts'

const SONG = 'https://open.spotify.com/track/1foMv2HQwfQ2vntFf9HFeG'
const record = (link: string): LinkRecord => {
  const found = recognizeLink(link)
  if (!found) throw new Error(`${link} is not recognized`)
  return found
}
const cardOf = (link: string, more: Partial<LinkCardData> = {}): LinkCardData => ({
  link,
  target: record(link),
  title: null,
  author: null,
  thumbnail_url: null,
  state: 'ready',
  other_side: null,
  ...more,
})

let answers: (() => Promise<Response>)[]
beforeEach(() => {
  registerSession({ uid: () => 'me', getToken: async () => 'token' })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', () => answers.shift()?.() ?? Promise.reject(new TypeError('Failed to fetch')))
})

function renderCard(link: string, card: Partial<LinkCardData> | 'unreachable', played: string[] = []) {
  answers = card === 'unreachable' ? [] : [async () => new Response(JSON.stringify({ cards: [cardOf(link, card)] }))]
  renderInApp(<LiveLinkCard link={record(link)} play={(target) => <button onClick={() => played.push(target.link)}>Play here</button>} />)
}

test('shows title and author, and plays in place', async () => {
  renderCard(SONG, { title: 'Rhinestone Eyes', author: 'Gorillaz' })
  const title = await screen.findByRole('link', { name: /^Rhinestone Eyes/ })
  expect([title.getAttribute('href'), title.getAttribute('rel')]).toEqual([SONG, 'noopener noreferrer nofollow ugc'])
  expect([screen.queryByText('Gorillaz') !== null, screen.queryByRole('button', { name: 'Play here' }) !== null]).toEqual([true, true])
})

test('the name of an artist or channel links to its page', async () => {
  renderCard(SONG, { title: 'Rhinestone Eyes', author: 'Gorillaz', pages: { item: '/track/1', by: '/artist/2' } })
  expect((await screen.findByRole('link', { name: 'Gorillaz' })).getAttribute('href')).toBe('/artist/2')
  expect(screen.getByRole('link', { name: /^Rhinestone Eyes/ }).getAttribute('href')).toBe(SONG)
})

test('the card of an artist links to its page, and its address to the platform', async () => {
  const artist = 'https://open.spotify.com/artist/3AA28KZvwAUcZuOKwyblJQ'
  renderCard(artist, { title: 'Gorillaz', pages: { item: '/artist/2', by: null } })
  expect((await screen.findByRole('link', { name: 'Gorillaz' })).getAttribute('href')).toBe('/artist/2')
  expect(screen.getByRole('link', { name: /^open\.spotify\.com/ }).getAttribute('href')).toBe(artist)
})

test('offers the same song on the other platform, and marks a guess', async () => {
  const target = record('https://www.youtube.com/watch?v=Qzb2VcBuA3U')
  renderCard(SONG, { title: 'Clint Eastwood', other_side: { target, is_guess: false } })
  expect((await screen.findByRole('link', { name: /^Also on YouTube/ })).getAttribute('href')).toBe(target.link)
})

test('a guess', async () => {
  renderCard('https://youtu.be/abcdefghijk', { title: 'A - B', other_side: { target: record(SONG), is_guess: true } })
  expect(await screen.findByRole('link', { name: /^Maybe also on Spotify/ })).toBeDefined()
})

test('says that content without a player opens on its platform', async () => {
  answers = [async () => new Response(JSON.stringify({ cards: [cardOf('https://www.instagram.com/stories/u/123/')] }))]
  renderInApp(<LiveLinkCard link={record('https://www.instagram.com/stories/u/123/')} play={() => null} />)
  expect(await screen.findByText('Opens there ·')).toBeDefined()
})

test('shows that the content is removed or private, and does not play it', async () => {
  renderCard(SONG, { state: 'gone' })
  expect(await screen.findByText('Removed or private')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

test('renders and plays the target of a short link, but opens the short link', async () => {
  const played: string[] = []
  renderCard('https://spotify.link/rhinestone', { target: record(SONG), title: 'Rhinestone Eyes' }, played)
  expect((await screen.findByRole('link', { name: /^Rhinestone Eyes/ })).getAttribute('href')).toBe('https://spotify.link/rhinestone')
  expect(screen.queryByText('Spotify · track')).not.toBeNull()
  screen.getByRole('button', { name: 'Play here' }).click()
  expect(played).toEqual([SONG])
})

test('renders a card from the link alone when no metadata is available, as with Instagram', async () => {
  renderCard('https://www.instagram.com/reel/CabcDEF/', {})
  expect(await screen.findByText('Instagram · reel')).toBeDefined()
  expect(screen.queryByRole('img')).toBeNull()
})

test('keeps the card while offline, and announces that more will follow', async () => {
  renderCard(SONG, 'unreachable')
  expect(await screen.findByText('More when you’re back online')).toBeDefined()
  expect(screen.queryByRole('link', { name: /^Listen on Spotify/ })).not.toBeNull()
})

test('polls for a pending card, but not forever', async () => {
  const waits: number[] = []
  const pause = async (ms: number) => void waits.push(ms)
  const states: LinkCardData['state'][] = ['waiting', 'waiting', 'ready']
  const loadCard = async () => cardOf(SONG, { state: states.shift() ?? 'waiting' })
  expect((await pollUntilKnown(loadCard, { aborted: false }, pause))?.state).toBe('ready')
  expect(waits.length).toBe(2)
  waits.length = 0
  expect((await pollUntilKnown(loadCard, { aborted: false }, pause))?.state).toBe('waiting')
  expect(waits.length).toBe(6)
})
