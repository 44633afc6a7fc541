import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { moderationLimits, type Report } from '#contract/moderation.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { DecisionForm } from './DecisionForm.tsx'

const report: Report = {
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'moment',
  reasons: ['harassment'],
  at: '2026-11-20T12:00:00.000Z',
  state: 'open',
  about: { uid: '00000000-0000-4000-8000-000000000002', user_name: 'jonas', name: 'Jonas Weir', avatar_url: null },
  same: 1,
  texts: [],
  evidence: null,
  later_evidence: [],
  can_hide: true,
  upheld_before: 0,
  is_suspended: false,
  log: [],
}

function buttonsFor(change: Partial<Report>): (string | null)[] {
  renderInApp(<DecisionForm report={{ ...report, ...change }} />)
  return screen.getAllByRole('button').map(({ textContent }) => textContent)
}

test('a moderator can dismiss, hide, or suspend', () => {
  expect(buttonsFor({})).toEqual(['Dismiss', 'Hide content', 'Suspend person'])
})

test('a report about a deleted account can only be dismissed or upheld, without a reason', () => {
  expect(buttonsFor({ about: null, can_hide: false })).toEqual(['Dismiss', 'Uphold report'])
  expect(screen.queryByRole('textbox')).toBeNull()
})

test.each([
  { state: 'hidden', offered: ['Dismiss'] },
  { state: 'suspended', offered: ['Dismiss'] },
  { state: 'dismissed', offered: ['Uphold report'] },
] as const)('the decision “$state” about a deleted account can be changed', ({ state, offered }) => {
  expect(buttonsFor({ about: null, can_hide: false, state })).toEqual(offered)
})

test('a reason that is too long is not cut, and nothing is sent', () => {
  const request = vi.spyOn(globalThis, 'fetch')
  renderInApp(<DecisionForm report={report} />)
  const field = screen.getByRole<HTMLTextAreaElement>('textbox')
  const { max } = moderationLimits.reason
  fireEvent.change(field, { target: { value: 'r'.repeat(max + 1) } })
  expect([field.maxLength, field.value.length, field.getAttribute('aria-invalid')]).toEqual([-1, max + 1, 'true'])
  expect(screen.getByText(`${max + 1} / ${max}`)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Suspend person' }))
  expect([request.mock.calls.length, document.activeElement]).toEqual([0, field])
})
