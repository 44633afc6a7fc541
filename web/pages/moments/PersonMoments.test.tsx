import { setupI18n } from '@lingui/core'
import { expect, it } from 'vitest'
import { emptyText } from './PersonMoments.tsx'

const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })

it.each([
  ['self', 'You haven’t shared a moment yet. A track, a video, a thought: it starts here.'],
  ['connected', 'Amara hasn’t shared a moment yet.'],
  ['requested', 'Amara hasn’t shared anything here yet, or only with buddies.'],
  ['none', 'Amara hasn’t shared anything here yet, or only with buddies.'],
] as const)('the page of a person without moments shows a viewer with the relation %s the right text', (relation, text) => {
  expect(emptyText(i18n, { relation, name: 'Amara Obi' })).toBe(text)
})
