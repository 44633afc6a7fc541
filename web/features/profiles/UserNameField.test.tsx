import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { startSession } from '#web/features/identity/session.ts'
import type { IdentityProvider } from '#web/features/identity/provider/identity.provider.ts'
import { UserNameField } from './UserNameField.tsx'

let stop = () => undefined as void
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

function Field() {
  const [name, setName] = useState('')
  return <UserNameField value={name} error={null} onChange={setName} />
}

/** Shows the field; the server says that one user name is taken. */
function show({ taken, alternatives }: { taken: string; alternatives: string[] }): HTMLInputElement {
  vi.stubGlobal('fetch', (request: string | URL | Request) => {
    const isTaken = (request instanceof Request ? request.url : String(request)).endsWith(`/${taken}`)
    return Promise.resolve(
      Response.json(isTaken ? { available: false, reason: 'taken', alternatives } : { available: true, reason: null, alternatives: [] }),
    )
  })
  // The field uses nothing else from the provider.
  stop = startSession({
    start: async () => undefined,
    subscribe: () => () => undefined,
    getToken: async () => 'token',
  } as unknown as IdentityProvider)
  renderInApp(<Field />)
  return screen.getByRole('textbox')
}

test('replaces spaces with an underscore and capitals with lower case', () => {
  const field = show({ taken: 'x', alternatives: [] })
  fireEvent.change(field, { target: { value: ' Nova  Star' } })
  expect(field.value).toBe('nova_star')
})

test('offers the free alternatives of a taken user name, and takes the one that is pressed', async () => {
  const field = show({ taken: 'nova_star', alternatives: ['nova.star', 'novastar'] })
  fireEvent.change(field, { target: { value: 'Nova Star' } })
  fireEvent.click(await screen.findByRole('button', { name: '@nova.star' }))
  expect(field.value).toBe('nova.star')
  expect(await screen.findByText('@nova.star is available.')).toBeTruthy()
  expect(screen.queryByRole('group', { name: 'Still available' })).toBeNull()
})
