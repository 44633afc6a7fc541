import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, inject, it } from 'vitest'

const PARTS = 3
const root = fileURLToPath(new URL('../../', import.meta.url))
const files = globSync('server/**/*.store.test.ts', { cwd: root }).toSorted()

/**
 * Every store test of the repository again, on PostgreSQL: `testDatabase()` uses TEST_DATABASE_URL.
 * In parts of about the same size, because the tests of one file run one after the other.
 */
export function testStoresOnPostgres(part: number): void {
  describe.skipIf(inject('postgresUrl') === null)('on PostgreSQL', () => {
    const own = files.filter((_, index) => index % PARTS === part)

    it('there are store tests to run', () => {
      expect(process.env['TEST_DATABASE_URL']).toBe(inject('postgresUrl'))
      expect(own.length).toBeGreaterThan(0)
    })

    for (const file of own) {
      // Vitest awaits this function; the file registers its tests in it.
      describe(`store tests of ${file}`, async () => {
        await import(pathToFileURL(resolve(root, file)).href)
      })
    }
  })
}
