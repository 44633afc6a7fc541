import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { playerCalls, type PlayerSettings } from '#contract/players.ts'
import { queryClient, cacheAnswer, useCall } from './query.ts'

const remember = (autoplay: boolean) => cacheAnswer(playerCalls.getPlayerSettings, {}, { settings: { autoplay } as PlayerSettings })
afterEach(() => queryClient.clear())

function Autoplay() {
  const { data } = useCall(playerCalls.getPlayerSettings, {}, { staleMs: Infinity })
  return (
    <input type="checkbox" checked={data?.settings?.autoplay ?? false} onChange={({ currentTarget }) => remember(currentTarget.checked)} />
  )
}

it('updates a switch before the browser paints', async () => {
  remember(false)
  render(
    <QueryClientProvider client={queryClient}>
      <Autoplay />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('checkbox'))
  // Microtasks only: browsers paint after them.
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  expect(screen.getByRole('checkbox')).toHaveProperty('checked', true)
})
