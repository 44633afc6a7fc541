import { expect, test } from 'vitest'
import { createReader, reduceQuery } from './reader.ts'

const types = {
  Page: {
    type: 'object',
    required: ['next', 'old'],
    properties: { next: { type: 'string', description: '`null` if none' }, old: { type: 'string', deprecated: true } },
  },
  ThingPage: { allOf: [{ $ref: '#/Page' }, { type: 'object', properties: { items: { type: 'array', items: { $ref: '#/Thing' } } } }] },
  Thing: { type: 'object', properties: { id: { type: 'string', description: 'A long text that nobody checks.' } } },
  Unrelated: { type: 'object' },
}
const reader = () => createReader(types, '#/', (schema) => /\bnull\b/.test(schema.description ?? ''))

test('a type keeps its fields, those of what it is made of, and what can be null; what is going away is left out', () => {
  const { reduce, schemas } = reader()
  expect(reduce({ $ref: '#/ThingPage' }, 'answer')).toEqual({ ref: 'ThingPage' })
  expect(schemas()['ThingPage']).toEqual({
    required: ['next'],
    properties: { next: { type: 'string', nullable: true }, items: { type: 'array', items: { ref: 'Thing' } } },
  })
})

test('only types that a call leads to are written', () => {
  const { reduce, schemas } = reader()
  reduce({ $ref: '#/ThingPage' }, 'answer')
  expect(Object.keys(schemas())).toEqual(['Thing', 'ThingPage'])
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
