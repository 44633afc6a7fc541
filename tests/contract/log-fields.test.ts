import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Fields that identify or describe a user, contain their text, or grant access. Ids, counts, times and our own constants are fine. */
const personal =
  /^(e_?mail(_?address)?|name|(user|display|account|first|last)_?name|text|content|body|note|bio|place|ip|remote_?address|address|phone|birth\w*|tokens?|cookies?|password|query|q|message|url|link)$/i

/** The names of the fields in each logger call of this file. Spread fields are covered by the test of the real log lines. */
function fieldsIn(source: string): string[] {
  return [...source.matchAll(/\b(?:log|logs\('[\w.]+'\))\.(?:trace|debug|info|warn|error|fatal)\(\s*\{([^}]*)\}/g)].flatMap(
    ([, fields = '']) =>
      fields
        .split(',')
        .map((field) => field.trim())
        .filter((field) => field !== '' && !field.startsWith('...'))
        .map((field) => field.split(':')[0]?.trim() ?? ''),
  )
}

test('log fields contain ids, counts and our own constants, never names or user text', () => {
  const files = globSync('server/**/*.ts').filter((file) => !/\.test(-\w+)?\.ts$/.test(file))
  const found = files.flatMap((file) => fieldsIn(readFileSync(file, 'utf8')).map((field) => ({ field, file })))
  expect(found.length).toBeGreaterThan(60)
  expect(found.filter(({ field }) => personal.test(field))).toEqual([])
})

test.each([
  [`log.info({ uid, name: profile.name }, 'hello')`, ['name']],
  [`logs('mail').warn({ email, attempts: 2 }, 'not sent')`, ['email']],
  [`log.debug({ uid, text }, 'said')`, ['text']],
])('detects %s', (source, wrong) => {
  expect(fieldsIn(source).filter((field) => personal.test(field))).toEqual(wrong)
})
