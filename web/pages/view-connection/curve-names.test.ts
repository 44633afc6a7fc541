import { expect, it } from 'vitest'
import { placeNames } from './curve-names.ts'

const widthPx = (text: string) => text.length * 6
const flat = [
  { x: 40, y: 100 },
  { x: 280, y: 100 },
]
const place = (marks: { x: number; text: string }[], curve = flat) => placeNames(marks, { edges: [40, 300], curve, widthPx })

it('keeps names inside the edges and above the curve', () => {
  expect(place([{ x: 40, text: 'You met' }])).toEqual([{ key: 'You met', text: 'You met', x: 61, y: 88 }])
  const rising = [
    { x: 40, y: 100 },
    { x: 124, y: 16 },
  ]
  expect(place([{ x: 40, text: 'You met' }], rising)).toEqual([{ key: 'You met', text: 'You met', x: 61, y: 46 }])
})

it('leaves out a name that would touch the one before it, however long it is', () => {
  const marks = [
    { x: 40, text: 'You met' },
    { x: 200, text: 'Emeka: Momentary Bliss' },
    { x: 280, text: 'You: Oil' },
  ]
  expect(place(marks).map(({ text }) => text)).toEqual(['You met', 'Emeka: Momentary Bliss'])
  expect(
    place([
      { x: 40, text: 'Emeka: Solitary Daze' },
      { x: 190, text: 'You: Momentary Bliss (feat.' },
    ]),
  ).toHaveLength(1)
})

it('shortens a name that is wider than the chart', () => {
  const [name] = place([{ x: 280, text: 'You: The Valley of The Pagans (feat. Beck) and friends' }])
  expect(name).toMatchObject({ text: 'You: The Valley of The Pagans (feat. Beck)…', x: 171 })
})
