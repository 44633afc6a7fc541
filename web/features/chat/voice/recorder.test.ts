import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { waveformOf } from './recorder.ts'

const { bars, level } = limits.recording

test('the waveform has the same number of bars for every length, relative to the loudest moment', () => {
  for (const count of [1, 7, 48, 49, 3_000]) {
    const waveform = waveformOf(Array.from({ length: count }, (_, index) => ((index % 10) + 1) / 4))
    expect(waveform).toHaveLength(bars)
    expect(waveform.every((value) => Number.isInteger(value) && value >= 0 && value <= level)).toBe(true)
    expect(Math.max(...waveform)).toBe(level)
  }
  expect(waveformOf([])).toEqual(Array.from({ length: bars }, () => 0))
})

test('a short loud moment stays visible in a long recording, and silence stays flat', () => {
  const levels = Array.from({ length: 3_000 }, (_, index) => (index === 1_500 ? 0.9 : 0.1))
  expect(waveformOf(levels).indexOf(level)).toBe(bars / 2)
  expect(Math.max(...waveformOf([0.001, 0.001]))).toBeLessThan(2)
})
