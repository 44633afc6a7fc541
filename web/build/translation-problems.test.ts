import { expect, it } from 'vitest'
import { translationProblems } from './translation-problems.ts'

const problems = (language: string, source: Record<string, string>, catalog: Record<string, string>) =>
  translationProblems(language, new Map(Object.entries(source)), new Map(Object.entries(catalog)))

const count = '{count, plural, one {# moment of {name}} other {# moments of {name}}}'

it('accepts a complete translation', () => {
  expect(problems('de', { a: 'Send {name}', b: count }, { a: '{name} senden', b: count })).toEqual([])
  const arabic =
    '{count, plural, zero {لا لحظات من {name}} one {لحظة من {name}} two {لحظتان من {name}} few {# لحظات من {name}} many {# لحظة من {name}} other {# لحظة من {name}}}'
  expect(problems('ar', { b: count }, { b: arabic })).toEqual([])
})

it('reports messages that are missing, empty or unused', () => {
  expect(problems('de', { a: 'Send', b: 'Close' }, { b: ' ', c: 'Öffnen' })).toEqual([
    'de: c is not in the code any more',
    'de: a is missing: Send',
    'de: b is missing: Close',
  ])
})

it('reports placeholders that are missing or misspelled, also within plurals', () => {
  expect(problems('de', { a: 'Send {name}' }, { a: '{nahme} senden' })).toEqual(['de: a has other placeholders than name: {nahme} senden'])
  expect(problems('de', { b: count }, { b: '{count, plural, one {# Moment} other {# Momente}}' })).toHaveLength(1)
})

it('reports missing plural forms and invalid syntax', () => {
  expect(problems('ar', { b: count }, { b: count })).toEqual([`ar: b lacks the plural zero, two, few, many: ${count}`])
  expect(problems('de', { a: 'Send {name}' }, { a: '{name senden' })).toEqual(['de: a can’t be read: {name senden'])
})
