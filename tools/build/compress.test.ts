import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const FILES = 100
const MAX_MEGABYTES = 300
const folder = mkdtempSync(join(tmpdir(), 'wavelength-compress-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('compresses hundreds of files within the memory of a small machine', () => {
  const text = Array.from({ length: 4_000 }, (_, index) => `line ${(index * 7919) % 4_001}`).join('\n')
  for (let index = 0; index < FILES; index++) writeFileSync(join(folder, `${index}.js`), `${index}${text}`)
  // On Linux `maxRSS` includes the peak of the process that started this one; VmHWM doesn't.
  const script = `
    const { existsSync, readFileSync } = await import('node:fs')
    const { compressFolder } = await import(${JSON.stringify(new URL('compress.ts', import.meta.url).href)})
    await compressFolder(${JSON.stringify(folder)})
    const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : ''
    console.log((Number(/VmHWM:\\s+(\\d+)/.exec(status)?.[1]) || process.resourceUsage().maxRSS) / 1024)`
  const megabytes = Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }))
  expect(existsSync(join(folder, `${FILES - 1}.js.br`))).toBe(true)
  expect(existsSync(join(folder, `${FILES - 1}.js.gz`))).toBe(true)
  expect(megabytes).toBeLessThan(MAX_MEGABYTES)
})
