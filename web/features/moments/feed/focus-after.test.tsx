import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { focusPosted } from './focus-after.ts'

test('the card of a posted moment gets the focus once it is there, unless the user has moved it', async () => {
  const add = (html: string) => document.body.insertAdjacentHTML('beforeend', html)
  focusPosted('1')
  add('<div data-moment="1"><article tabindex="-1">First</article></div>')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('First'))
  add('<button>Elsewhere</button>')
  document.querySelector('button')?.focus()
  add('<div data-moment="2"><article tabindex="-1">Second</article></div>')
  focusPosted('2')
  expect(document.activeElement?.textContent).toBe('Elsewhere')
})
