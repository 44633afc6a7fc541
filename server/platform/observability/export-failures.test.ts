import { expect, test, vi } from 'vitest'
import { logExportFailures } from './export-failures.ts'
import { createLogs } from './log.ts'

type Result = { code: number; error?: Error }

test('logs the first failed export and the first that works again, once each', () => {
  const log = createLogs({ filter: 'off', pretty: false })('app')
  const [warn, info] = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'info')]
  const rejected = { code: 1, error: Object.assign(new Error('Not Found'), { code: 404 }) }
  const unreachable = { code: 1, error: Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9'), { code: 'ECONNREFUSED' }) }
  const exporter = { export: (result: Result, onResult: (result: Result) => void) => onResult(result) }
  logExportFailures(exporter, 'traces', log)
  const passed: unknown[] = []
  const sent: Result[] = [{ code: 0 }, rejected, unreachable, { code: 0 }, { code: 0 }, unreachable]
  for (const result of sent) exporter.export(result, (outcome) => passed.push(outcome))
  expect(passed).toEqual(sent)
  expect(warn.mock.calls.map(([fields]) => fields)).toEqual([
    { signal: 'traces', reason: '404 Not Found' },
    { signal: 'traces', reason: 'connect ECONNREFUSED 127.0.0.1:9' },
  ])
  expect(info.mock.calls.map(([fields]) => fields)).toEqual([{ signal: 'traces' }])
})
