import type { FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { problemOf, STOPPING } from './problem.ts'

test('a 503 is a warning for the operator, unless the server is stopping', () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  // The fields of a request that are read.
  const request = { id: 'r1', method: 'GET', routeOptions: { url: '/readyz' } } as FastifyRequest
  expect(problemOf(new AppError('unavailable', { reason: STOPPING }), request, log).problem.status).toBe(503)
  expect(lines).toEqual([])
  expect(problemOf(new AppError('unavailable', { reason: 'database' }), request, log).problem.status).toBe(503)
  expect(lines).toHaveLength(1)
})
