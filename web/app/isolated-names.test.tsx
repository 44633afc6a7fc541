import { expect, test } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { PersonRow } from '#web/features/profiles/PersonRow.tsx'
import { i18n } from '#web/platform/i18n.ts'

const REORDERING = 'Mira \u202edetisoppo\u2069'
const ISOLATED = '\u2068Mira \u202edetisoppo\u2069'

test('a web sentence isolates a name with directional marks, and leaves other values unchanged', () => {
  const sentence = { id: 'test.blocks', message: '{name} blocks {count, number}' }
  expect(i18n._({ ...sentence, values: { name: REORDERING, count: 1_000 } })).toBe(`${ISOLATED} blocks 1,000`)
  expect(i18n.t({ ...sentence, values: { name: 'Mira', count: 2 } })).toBe('Mira blocks 2')
})

test('a name outside a sentence is in an element that isolates it', () => {
  const { container } = renderInApp(
    <PersonRow person={{ uid: '0199d3a0-0000-4000-8000-000000000001', user_name: 'mira', name: REORDERING, avatar_url: null }} />,
  )
  expect(container.querySelector('.wl-person-name')?.matches('.wl-line, bdi')).toBe(true)
})
