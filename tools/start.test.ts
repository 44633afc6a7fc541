import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** Imports whose code is loaded together with the file. */
const imports = /^(?:import|export)(?! type\b)(?: [^'(=;]*? from)? '([^']+)'/gm

/** All packages whose code these files load before they run. */
function packagesOf(...programs: string[]): Set<string> {
  const packages = new Set<string>()
  const files = new Set(programs)
  // Iterating over a Set includes items that are added meanwhile.
  for (const file of files) {
    if (!file.endsWith('.ts')) continue
    for (const [, wanted = ''] of readFileSync(file, 'utf8').matchAll(imports)) {
      if (wanted.startsWith('#')) files.add(wanted.slice(1))
      else if (wanted.startsWith('.')) files.add(join(dirname(file), wanted))
      else packages.add(wanted)
    }
  }
  return packages
}

test('startup does not load libraries that only some installations or the first picture need', () => {
  const packages = packagesOf('tools/start.ts', 'server/serve.ts')
  expect(packages).toContain('fastify')
  const late = ['redis', 'nodemailer', 'web-push', 'sharp', 'fontkit', '@aws-sdk/client-s3', 'vite']
  expect(late.filter((name) => packages.has(name))).toEqual([])
})
