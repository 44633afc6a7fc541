import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { nameList } from './name-list.ts'

const listIn = (locale: string) => nameList(setupI18n({ locale, messages: { [locale]: {} } }), ['Ada', 'Bo'])

test('in Arabic, each name of a list is isolated, so that the list keeps the direction of the language', () => {
  expect(listIn('ar')).toBe('\u2068Ada\u2069 و\u2068Bo\u2069')
  expect(listIn('de')).toBe('Ada und Bo')
})
