import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { LinkCardData } from '#contract/links/link-cards.ts'
import { recognizeLink } from '#contract/links/links.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { queryClient } from '#web/platform/query.ts'
import { CreatorLink } from './CreatorLink.tsx'

const SONG = 'https://open.spotify.com/track/3AA28KZvwAUcZuOKwyblJQ'
const CHANNEL = 'https://www.youtube.com/channel/UCUl7CLMqbyYVb62zJ7nbLfA'

function shown(href: string, name?: string) {
  renderInApp(<CreatorLink href={href} {...(name === undefined ? {} : { name })} />)
  return screen.queryByRole('link')
}

function know(href: string, pages: LinkCardData['pages']): void {
  const target = recognizeLink(href)
  if (!target) throw new Error('no link')
  const card = {
    link: target.link,
    state: 'ready',
    title: 'Clint Eastwood',
    author: 'Gorillaz',
    picture: null,
    target,
    pages,
    other_side: null,
  }
  queryClient.setQueryData(['link-card', target.link], card)
}

test('the artist of a track and the channel of a preview link to their pages', () => {
  useAuthStore.setState({ uid: 'mira' })
  know(SONG, { item: '/track/1', by: '/artist/2' })
  expect(shown(SONG)).toHaveProperty('pathname', '/artist/2')
  expect(screen.getByRole('link').textContent).toBe('Gorillaz')
  cleanup()
  know(CHANNEL, { item: '/channel/3', by: null })
  expect(shown(CHANNEL, 'KEXP')).toHaveProperty('pathname', '/channel/3')
  expect(screen.getByRole('link').textContent).toBe('KEXP')
})

test('a name without a page is text', () => {
  useAuthStore.setState({ uid: 'mira' })
  know(CHANNEL, { item: null, by: null })
  expect(shown(CHANNEL, 'KEXP')).toBeNull()
  expect(document.body.textContent).toBe('KEXP')
})

test('visitors see the name, and no link card is requested', () => {
  useAuthStore.setState({ uid: null })
  expect(shown(CHANNEL, 'KEXP')).toBeNull()
  expect(queryClient.getQueryCache().getAll()).toEqual([])
})
