import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { PlayRange } from '#contract/taste/plays.ts'
import { PRINT_BARS } from '#contract/taste/print.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { HourMap } from './HourMap.tsx'
import { PartBars } from './PartBars.tsx'
import { Ranks } from './Ranks.tsx'
import { Ridgeline } from './Ridgeline.tsx'

vi.mock('@mantine/hooks', async (original) => ({
  ...(await original()),
  useElementSize: () => ({ ref: () => undefined, width: 320, height: 0 }),
}))

const rows = () => screen.getAllByRole('row', { hidden: true }).map((row) => row.textContent)

const artist = (name: string) => ({
  id: `00000000-0000-4000-8000-00000000000${name.length}`,
  kind: 'artist' as const,
  name,
  by: null,
  spotify_id: null,
  youtube_id: null,
})
const months = [
  { month: '2026-10-01', bars: PRINT_BARS.map((bar) => (bar === 'jazz' ? 4 : 0)) },
  { month: '2026-11-01', bars: PRINT_BARS.map((bar) => (bar === 'jazz' ? 1 : bar === 'talks' ? 9 : 0)) },
]
let ranks: PlayRange['ranks']

beforeEach(() => {
  ranks = {
    parts: [
      { from: '2026-10-01', to: '2026-10-31' },
      { from: '2026-11-01', to: '2026-11-30' },
    ],
    items: [
      { item: artist('Bonobo'), places: [2, 1] },
      { item: artist('Muse'), places: [1, null] },
    ],
  }
})

it('draws each part with its tracks and videos, and names the largest', () => {
  const parts = [
    { from: '2026-10-01', to: '2026-10-31', music: 3, video: 1, seconds: 600 },
    { from: '2026-11-01', to: '2026-11-30', music: 9, video: 0, seconds: 3_700 },
  ]
  renderInApp(<PartBars range={{ parts, unit: 'month' } as PlayRange} />)
  const picture = screen.getByRole('img', { name: '13 plays. The most: November 2026 with 9 plays.' })
  expect(picture.querySelectorAll('rect')).toHaveLength(4)
  expect(rows()).toEqual(['TimeTracksVideosTime played', 'October 20263110 min', 'November 2026901 h 1 min'])
})

it('has a cell for each hour of the week, and the strongest is named', () => {
  const hours = Array.from({ length: 7 }, (_, day) => Array.from({ length: 24 }, (_unused, hour) => (day === 2 && hour === 21 ? 5 : 0)))
  renderInApp(<HourMap hours={hours} />)
  const picture = screen.getByRole('img', { name: 'The most plays are on Wednesday at 9 PM: 5 plays.' })
  expect(picture.querySelectorAll('.wl-chart-cell')).toHaveLength(168)
  expect(rows()[22]).toBe('9 PM0050000')
})

it('has a row for each month and a column for each bar that was played', () => {
  renderInApp(
    <Ridgeline
      months={[{ month: '2026-09-01', bars: null }, ...months]}
      label={(names) => `Tallest: ${names}`}
      textOf={{ total: (count) => `${count} plays`, one: (count) => `${count} plays` }}
    />,
  )
  const picture = screen.getByRole('img', { name: 'Tallest: Talks (9 plays), Jazz (5 plays)' })
  expect(picture.querySelectorAll('.wl-chart-music, .wl-chart-video')).toHaveLength(4)
  expect(rows()).toEqual(['KindSeptember 2026October 2026November 2026', 'Talks–09', 'Jazz–41'])
})

it('draws a line for each item and ends it where the item was not played', () => {
  renderInApp(<Ranks ranks={ranks} unit="month" />)
  const picture = screen.getByRole('img', { name: 'Rankings over time: Bonobo, Muse.' })
  expect(picture.querySelectorAll('path')).toHaveLength(2)
  expect(picture.querySelectorAll('circle')).toHaveLength(3)
  expect(rows()).toEqual(['NameOctober 2026November 2026', 'Bonobo21', 'Muse1–'])
  expect(
    within(screen.getAllByRole('list').at(-1) ?? document.body)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Bonobo', 'Muse'])
})
