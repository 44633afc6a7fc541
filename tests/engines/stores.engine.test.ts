// Every store test of the repository again, on PostgreSQL: `testDatabase()` uses TEST_DATABASE_URL.
import { globSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { resolve } from 'node:path'
import { describe, expect, inject, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const files = globSync('server/**/*.store.test.ts', { cwd: root }).toSorted()

describe.skipIf(inject('postgresUrl') === null)('on PostgreSQL', () => {
  it('there are store tests to run', () => {
    expect(process.env['TEST_DATABASE_URL']).toBe(inject('postgresUrl'))
    expect(files.length).toBeGreaterThan(0)
  })

  for (const file of files) {
    // Vitest awaits this; the file registers its tests under its name.
    describe(`store tests of ${file}`, async () => {
      await import(pathToFileURL(resolve(root, file)).href)
    })
  }
})
