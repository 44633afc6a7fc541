import { expect, test } from 'vitest'
import { createReader, reduceQuery } from './reader.ts'

const types = {
  Page: {
    type: 'object',
    required: ['next', 'old'],
    properties: { next: { type: 'string', description: '`null` if none' }, old: { type: 'string', deprecated: true } },
  },
  ArtistPage: { allOf: [{ $ref: '#/Page' }, { type: 'object', properties: { items: { type: 'array', items: { $ref: '#/Artist' } } } }] },
  Artist: { type: 'object', properties: { id: { type: 'string', description: 'A long text that nobody checks.' } } },
  Unrelated: { type: 'object' },
}
const reader = () => createReader(types, '#/', (schema) => /\bnull\b/.test(schema.description ?? ''))

test('keeps the fields of a type, inherited ones and nullability; leaves out deprecated ones', () => {
  const { reduce, schemas } = reader()
  expect(reduce({ $ref: '#/ArtistPage' }, 'answer')).toEqual({ ref: 'ArtistPage' })
  expect(schemas()['ArtistPage']).toEqual({
    required: ['next'],
    properties: { next: { type: 'string', nullable: true }, items: { type: 'array', items: { ref: 'Artist' } } },
  })
})

test('only types that a call uses are written', () => {
  const { reduce, schemas } = reader()
  reduce({ $ref: '#/ArtistPage' }, 'answer')
  expect(Object.keys(schemas())).toEqual(['Artist', 'ArtistPage'])
})

test('keeps the limits of a parameter, always as numbers', () => {
  expect(reduceQuery({ type: 'integer', minimum: '0', maximum: 50, default: 20 }, false)).toEqual({
    type: 'integer',
    minimum: 0,
    maximum: 50,
    default: 20,
  })
  expect(reduceQuery({ type: 'string', enum: ['artist'] }, true)).toEqual({ type: 'string', required: true, enum: ['artist'] })
})
