import { expect, it } from 'vitest'
import { FALLBACK_WIDTH, playerHeight } from './ChannelPreview.tsx'

it.each([
  [600, 1440, 280],
  [600, 2560, 280],
  [600, 1439, 338],
  [390, 390, 219],
  [320, 320, 200],
  [null, 1024, 326],
])('gives the player in a panel of width %s on a screen of width %s the height %s', (panelWidth, screenWidth, height) => {
  expect(playerHeight({ panelWidth, screenWidth })).toBe(height)
})

it('assumes a width of 580 before the panel is measured', () => {
  expect(FALLBACK_WIDTH).toBe(580)
})
