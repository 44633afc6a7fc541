import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Item } from '#contract/media.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { WithLinks } from './WithLinks.tsx'

const item = (id: string, name: string): Item => ({ id, kind: 'artist', name, by: null, spotify_id: null, youtube_id: null })

test('names in a sentence link to their pages, including a name that contains another one, without a change of the text', () => {
  renderInApp(
    <p>
      <WithLinks text="Heart, Heartless and 3 more" items={[item('1', 'Heart'), item('2', 'Heartless'), item('3', 'Nobody')]} />
    </p>,
  )
  expect(screen.getAllByRole<HTMLAnchorElement>('link').map(({ textContent, pathname }) => [textContent, pathname])).toEqual([
    ['Heart', '/artist/1'],
    ['Heartless', '/artist/2'],
  ])
  expect(screen.getByText(/and 3 more/).closest('p')?.textContent).toBe('Heart, Heartless and 3 more')
})
