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

test('a type keeps its fields, those of what it is made of, and what can be null; what is going away is left out', () => {
  const { reduce, schemas } = reader()
  expect(reduce({ $ref: '#/ArtistPage' }, 'answer')).toEqual({ ref: 'ArtistPage' })
  expect(schemas()['ArtistPage']).toEqual({
    required: ['next'],
    properties: { next: { type: 'string', nullable: true }, items: { type: 'array', items: { ref: 'Artist' } } },
  })
})

test('only types that a call leads to are written', () => {
  const { reduce, schemas } = reader()
  reduce({ $ref: '#/ArtistPage' }, 'answer')
  expect(Object.keys(schemas())).toEqual(['Artist', 'ArtistPage'])
})

test('limits of a parameter are kept, as numbers whatever the document writes', () => {
  expect(reduceQuery({ type: 'integer', minimum: '0', maximum: 50, default: 20 }, false)).toEqual({
    type: 'integer',
    minimum: 0,
    maximum: 50,
    default: 20,
  })
  expect(reduceQuery({ type: 'string', enum: ['artist'] }, true)).toEqual({ type: 'string', required: true, enum: ['artist'] })
})
