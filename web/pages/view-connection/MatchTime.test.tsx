import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PRINT_BARS } from '#contract/taste/print.ts'
import { tasteTimeCalls, type MatchOverTime } from '#contract/taste/taste-time.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { callKey, queryClient } from '#web/platform/query.ts'
import { MatchTime } from './MatchTime.tsx'

const bea = { uid: '018f0000-0000-7000-8000-000000000001', user_name: 'bea', name: 'Bea', avatar_url: null }

test('the numbers of what changed the match say what they measure', () => {
  const time: MatchOverTime = {
    state: 'shown',
    connected_at: null,
    met: null,
    points: [],
    bars: [{ bar: PRINT_BARS.indexOf('electronic'), before: 0, now: 100 }],
    brought: [],
    picture: 'off',
  }
  queryClient.setQueryData(callKey(tasteTimeCalls.getMatchOverTime, { params: { uid: bea.uid } }), time)
  renderInApp(<MatchTime person={bea} />)
  expect(screen.getByText('More Electronic in common: 100, up from 0')).toBeDefined()
  expect(
    screen.getByText('Each number is the height that a bar reaches in both of your taste prints. The tallest bar of a print is 100.'),
  ).toBeDefined()
})
