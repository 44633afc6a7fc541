import { expect, it } from 'vitest'
import { FALLBACK_WIDTH, playerHeight } from './player-size.ts'

it.each([
  [600, 1440, 280],
  [600, 2560, 280],
  [600, 1439, 338],
  [390, 390, 219],
  [320, 320, 200],
  [null, 1024, 326],
])('in a panel %s wide on a screen %s wide the player is %s high', (panelWidth, screenWidth, height) => {
  expect(playerHeight({ panelWidth, screenWidth })).toBe(height)
})

it('falls back to a width of 580', () => {
  expect(FALLBACK_WIDTH).toBe(580)
})
