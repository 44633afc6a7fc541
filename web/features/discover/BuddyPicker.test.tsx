import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { discoverCalls } from '#contract/taste/discover.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { cacheResponse } from '#web/platform/query.ts'
import { BuddyPicker } from './BuddyPicker.tsx'

const names = ['Ann', 'Ben', 'Cleo', 'Dora', 'Eva', 'Finn']
const uidOf = (name: string) => `018f0000-0000-7000-8000-00000000000${names.indexOf(name)}`

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise<never>(() => {}))
  const people = names.map((name) => ({
    person: { uid: uidOf(name), name, user_name: name.toLowerCase(), avatar_url: null },
    reason: { kind: 'none' as const, name: null, bar: null, percent: null },
  }))
  cacheResponse(discoverCalls.getRecipients, { query: {} }, { people })
})
afterEach(() => vi.unstubAllGlobals())

function Picker() {
  const [uids, setUids] = useState<ReadonlySet<Uid>>(new Set())
  return <BuddyPicker title="Buddies" choice={{ kind: 'many', chosen: uids, onChange: setUids, max: 2 }} empty="Nobody" />
}

/** The names of those whose checkbox is checked. */
const chosen = () => names.filter((name) => screen.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(name) }).checked)

/** Whether the browser would do what it does by itself at this key, such as submitting a form. */
const press = (element: HTMLElement) => fireEvent.keyDown(element, { key: 'Enter' })

test('Enter chooses the only buddy found, and never submits the form around the picker', () => {
  renderInApp(<Picker />)
  const field = screen.getByRole<HTMLInputElement>('searchbox')
  expect([press(field), chosen()]).toEqual([false, []])
  fireEvent.change(field, { target: { value: 'cle' } })
  expect([press(field), field.value, chosen()]).toEqual([false, '', ['Cleo']])
})

test('Enter on a checkbox does the same as Space', () => {
  renderInApp(<Picker />)
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /Eva/ })
  expect([press(box), chosen()]).toEqual([false, ['Eva']])
  expect([press(box), chosen()]).toEqual([false, []])
})
