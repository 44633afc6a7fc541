/** From here on screens are large (the theme's breakpoints are 600, 1024, 1440 and 1920 px). */
const LARGE = 1440
const LARGE_HEIGHT = 280
/** Used until the panel has been measured. */
export const FALLBACK_WIDTH = 580
/** YouTube asks for no less. */
const LEAST_HEIGHT = 200

/** How high the embedded player of the channel preview is: 280 on large screens, else as wide films are. All in CSS pixels. */
export function playerHeight({ panelWidth, screenWidth }: { panelWidth: number | null; screenWidth: number }): number {
  if (screenWidth >= LARGE) return LARGE_HEIGHT
  return Math.max(LEAST_HEIGHT, Math.round(((panelWidth ?? FALLBACK_WIDTH) * 9) / 16))
}
