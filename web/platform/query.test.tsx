import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { playerCalls, type PlayerSettings } from '#contract/players.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { cacheAnswer, useCall } from './query.ts'

const remember = (autoplay: boolean) => cacheAnswer(playerCalls.getPlayerSettings, {}, { settings: { autoplay } as PlayerSettings })

function Autoplay() {
  const { data } = useCall(playerCalls.getPlayerSettings, {}, { staleMs: Infinity })
  return (
    <input type="checkbox" checked={data?.settings?.autoplay ?? false} onChange={({ currentTarget }) => remember(currentTarget.checked)} />
  )
}

it('updates a switch before the browser paints', async () => {
  remember(false)
  renderInApp(<Autoplay />)
  fireEvent.click(screen.getByRole('checkbox'))
  // Microtasks only: browsers paint after them.
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  expect(screen.getByRole('checkbox')).toHaveProperty('checked', true)
})
