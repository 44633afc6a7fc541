import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { setRelationEverywhere } from './connections.cache.ts'

const jonas = { uid: 'jonas', user_name: 'jonas', name: 'Jonas Weir', avatar_url: null }
const amara = { uid: 'amara', user_name: 'amara', name: 'Amara Obi', avatar_url: null }

it('one act changes the relation in pages of matches, in a profile and in a search, and in nobody else', () => {
  const client = new QueryClient()
  client.setQueryData(['matches'], {
    pages: [
      {
        people: [
          { person: jonas, relation: 'none' },
          { person: amara, relation: 'none' },
        ],
        next: null,
      },
    ],
  })
  client.setQueryData(['profile'], { ...jonas, relation: 'none', bio: '' })
  client.setQueryData(['search'], {
    people: [
      { ...amara, relation: 'asked' },
      { ...jonas, relation: 'none' },
    ],
  })

  setRelationEverywhere(client, 'jonas', 'requested')

  expect(client.getQueryData(['matches'])).toEqual({
    pages: [
      {
        people: [
          { person: jonas, relation: 'requested' },
          { person: amara, relation: 'none' },
        ],
        next: null,
      },
    ],
  })
  expect(client.getQueryData(['profile'])).toEqual({ ...jonas, relation: 'requested', bio: '' })
  expect(client.getQueryData(['search'])).toEqual({
    people: [
      { ...amara, relation: 'asked' },
      { ...jonas, relation: 'requested' },
    ],
  })
})

it('an answer that does not show the person is left alone, and none looks fresher than it is', () => {
  const client = new QueryClient()
  const untouched = { people: [{ ...amara, relation: 'none' }] }
  client.setQueryData(['search'], untouched)
  client.setQueryData(['profile'], { ...jonas, relation: 'none' }, { updatedAt: 1_000 })

  setRelationEverywhere(client, 'jonas', 'connected')

  expect(client.getQueryData(['search'])).toBe(untouched)
  expect(client.getQueryState(['profile'])?.dataUpdatedAt).toBe(1_000)
})
