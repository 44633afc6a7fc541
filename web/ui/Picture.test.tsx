import { readdirSync, readFileSync } from 'node:fs'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Artwork } from './Artwork.tsx'
import { Avatar } from './Avatar.tsx'
import { Picture } from './Picture.tsx'

/** A browser reports a picture that it can't read. */
const failAll = (container: Element) => {
  for (const picture of container.querySelectorAll('img')) fireEvent.error(picture)
}

it('an unreadable picture shows its description instead of the browser’s icon', () => {
  const { container, rerender } = render(<Picture src="/files/1" alt="A stage at night" />)
  failAll(container)
  expect([container.querySelector('img'), screen.getByText('A stage at night').tagName]).toEqual([null, 'SPAN'])
  // Another address may be readable.
  rerender(<Picture src="/files/2" alt="A stage at night" />)
  expect(screen.getByRole('img', { name: 'A stage at night' }).getAttribute('src')).toBe('/files/2')
})

it('a decorative picture that can’t be loaded disappears, and an avatar shows the initials', () => {
  const { container } = render(
    <>
      <Picture src="/files/1" alt="" />
      <Artwork id="a" kind="artist" src="/files/2" />
      <Avatar person={{ uid: 'u', name: 'Jonas Weir', avatar_url: '/files/3' }} />
    </>,
  )
  failAll(container)
  expect([container.querySelectorAll('img').length, container.textContent]).toEqual([0, 'JW'])
})

it('no other component renders an img element', () => {
  const sources = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.tsx') && !path.includes('.test.'),
  )
  expect(sources.length).toBeGreaterThan(100)
  expect(sources.filter((path) => /<img\b/.test(readFileSync(`web/${path}`, 'utf8')))).toEqual(['ui/Picture.tsx'])
})
