import { loadSharp } from '#server/platform/sharp.ts'
import type { Random } from './random.ts'

const [WIDTH, HEIGHT] = [1200, 760]
const SPINE_COLOURS = ['#c2703d', '#8a4b2f', '#d9a05b', '#5c3a4d', '#33505e', '#a8412f', '#e0c08a', '#4a5b3f']

/** A drawn picture of two shelves full of records, in place of a photograph, which would need a license. */
export async function recordShelf(random: Random): Promise<Buffer> {
  const spines = (top: number): string => {
    let svg = ''
    for (let x = 70; x < WIDTH - 90;) {
      const width = 8 + random.below(14)
      const height = 215 + random.below(16)
      const colour = SPINE_COLOURS[random.below(SPINE_COLOURS.length)]
      svg += `<rect x="${x}" y="${top + 232 - height}" width="${width}" height="${height}" fill="${colour}"/>`
      x += width + 2
    }
    return svg
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <defs>
      <radialGradient id="light" cx="38%" cy="18%" r="90%"><stop offset="0" stop-color="#ffd9a0" stop-opacity=".55"/><stop offset="1" stop-color="#120a14" stop-opacity=".75"/></radialGradient>
    </defs>
    <rect width="100%" height="100%" fill="#6b4630"/>
    <circle cx="${WIDTH - 260}" cy="92" r="74" fill="#17120f"/><circle cx="${WIDTH - 260}" cy="92" r="24" fill="#c2703d"/><circle cx="${WIDTH - 260}" cy="92" r="5" fill="#17120f"/>
    <rect x="40" y="172" width="${WIDTH - 80}" height="14" fill="#2d1c14"/>${spines(186)}
    <rect x="40" y="418" width="${WIDTH - 80}" height="14" fill="#2d1c14"/>${spines(432)}
    <rect x="40" y="664" width="${WIDTH - 80}" height="14" fill="#2d1c14"/>
    <rect width="100%" height="100%" fill="url(#light)"/>
  </svg>`
  const sharp = await loadSharp()
  return sharp(Buffer.from(svg)).jpeg({ quality: 86 }).toBuffer()
}
