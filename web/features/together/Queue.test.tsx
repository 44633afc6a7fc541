import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { TogetherSession } from '#contract/together.ts'
import { renderInApp } from '#tests/kit/render.tsx'
// Loaded before the test, which would wait for it otherwise.
import '#web/ui/inputs/OpenedMenu.tsx'
import { Queue } from './Queue.tsx'
import { useTogether } from './together.store.ts'

afterEach(() => useTogether.setState({ sessions: {} }))

const item = (id: string) => ({
  id,
  side: 'video',
  title: id,
  by: '',
  spotify_id: null,
  youtube_id: 'a'.repeat(11),
  added_by: 'ida',
  votes: [],
})
// Only the fields that the queue reads.
const sessionOf = (...ids: string[]) => ({ chat_id: 'chat', members: [], queue: ids.map(item), turns: false }) as unknown as TogetherSession

test('after a row was removed by keyboard, the focus is on the row in its place, and without rows on the session', async () => {
  const roomOf = (...ids: string[]) => (
    <section tabIndex={-1} aria-label="session">
      <Queue session={sessionOf(...ids)} me="ida" mine={undefined} onAdd={() => undefined} />
    </section>
  )
  const { rerender } = renderInApp(roomOf('one', 'two'))
  const remove = async (name: string, ...left: string[]) => {
    const button = screen.getByRole('button', { name: `More about ${name}` })
    button.focus()
    fireEvent.click(button)
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }))
    screen.getByRole('button', { name: `More about ${name}` }).focus()
    rerender(roomOf(...left))
  }
  await remove('one', 'two')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More about two' }))
  await remove('two')
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'session' }))
})
