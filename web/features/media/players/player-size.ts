/** The smallest large screen (the theme's breakpoints are 600, 1024, 1440 and 1920 px). */
const LARGE = 1440
const LARGE_HEIGHT = 280
/** Used until the panel is measured. */
export const FALLBACK_WIDTH = 580
/** YouTube's minimum height. */
const LEAST_HEIGHT = 200

/** The height of the channel preview's player: 280 on large screens, else 16:9. In CSS pixels. */
export function playerHeight({ panelWidth, screenWidth }: { panelWidth: number | null; screenWidth: number }): number {
  if (screenWidth >= LARGE) return LARGE_HEIGHT
  return Math.max(LEAST_HEIGHT, Math.round(((panelWidth ?? FALLBACK_WIDTH) * 9) / 16))
}
