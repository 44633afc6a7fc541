import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Files that draw or fill the product; the gallery may show made-up numbers, these may not. */
const sources = globSync(['web/**/*.{ts,tsx}', 'sandbox/demo/**/*.ts', 'server/features/**/*.ts']).filter(
  // The gallery's samples belong to no user.
  (file) => !/\.test(-world)?\.tsx?$/.test(file) && !file.startsWith('web/dev/'),
)

/** A hard-coded percentage of a match, or a hard-coded print. */
const recorded = [
  /\b(music_|video_)?percent['"]?\s*[:=]\s*[1-9]\d*\b/,
  /[1-9]\d?\s?%\s*match/i,
  />\s*[1-9]\d?\s?%\s*</,
  /\b(mine|theirs|prints?)['"]?\s*[:=]\s*\[\s*\d/,
  /\b(likes|unread|shared_artists|shared_channels|shared_items)['"]?\s*:\s*[1-9]\d*\b/,
]

const isComment = (line: string) => /^\s*(\/\/|\/?\*)/.test(line)

test('no percentage, print or count is hard-coded', () => {
  expect(sources.length).toBeGreaterThan(200)
  const found = sources.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        !isComment(line) && recorded.some((pattern) => pattern.test(line)) ? [`${file}:${index + 1} ${line.trim()}`] : [],
      ),
  )
  expect(found).toEqual([])
})
