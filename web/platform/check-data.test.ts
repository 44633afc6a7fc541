import { afterEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { checkData } from './check-data.ts'

const person = z.object({ name: z.string() })

afterEach(() => vi.unstubAllEnvs())

it('finds data that doesn’t match the schema', () => {
  expect(checkData(person, { name: 'Mira' })).toEqual({ success: true, data: { name: 'Mira' } })
  expect(checkData(person, { name: 1 })).toMatchObject({ success: false, at: 'name' })
})

it('needs no schema in production, where only data that isn’t an object is rejected', () => {
  vi.stubEnv('PROD', true)
  expect(checkData(person, { name: 1 })).toEqual({ success: true, data: { name: 1 } })
  // A proxy's page instead of an answer.
  expect(checkData(person, null)).toMatchObject({ success: false })
})
