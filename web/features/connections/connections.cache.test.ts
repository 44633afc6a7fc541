import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { setPersonEverywhere, setRelationEverywhere } from './connections.cache.ts'

const jonas = { uid: 'jonas', user_name: 'jonas', name: 'Jonas Weir', avatar_url: null }
const amara = { uid: 'amara', user_name: 'amara', name: 'Amara Obi', avatar_url: null }

it('changes the relation in matches, profiles and searches, and only for that person', () => {
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

it('does not change responses without the person, and marks none as fresh', () => {
  const client = new QueryClient()
  const untouched = { people: [{ ...amara, relation: 'none' }] }
  client.setQueryData(['search'], untouched)
  client.setQueryData(['profile'], { ...jonas, relation: 'none' }, { updatedAt: 1_000 })

  setRelationEverywhere(client, 'jonas', 'connected')

  expect(client.getQueryData(['search'])).toBe(untouched)
  expect(client.getQueryState(['profile'])?.dataUpdatedAt).toBe(1_000)
})

it('shows a new name and picture wherever the person appears, and changes no one else', () => {
  const client = new QueryClient()
  const jo = { uid: 'jonas', user_name: 'jo', name: 'Jo', avatar_url: '/files/new' }
  client.setQueryData(['feed'], { pages: [{ moments: [{ id: '1', author: jonas, quoted: { author: amara } }] }] }, { updatedAt: 1_000 })
  client.setQueryData(['profile'], { ...jonas, relation: 'connected', bio: 'Jonas Weir plays' })
  client.setQueryData(['session'], { members: [{ uid: 'jonas', name: 'Jonas Weir', avatar: null, role: 'host' }] })
  const mention = { text: 'Hi @jonas', mentions: [{ uid: 'jonas', user_name: 'jonas' }] }
  client.setQueryData(['mention'], mention)

  setPersonEverywhere(client, jo)

  expect(client.getQueryData(['feed'])).toEqual({ pages: [{ moments: [{ id: '1', author: jo, quoted: { author: amara } }] }] })
  expect(client.getQueryState(['feed'])?.dataUpdatedAt).toBe(1_000)
  expect(client.getQueryData(['profile'])).toEqual({ ...jo, relation: 'connected', bio: 'Jonas Weir plays' })
  expect(client.getQueryData(['session'])).toEqual({ members: [{ uid: 'jonas', name: 'Jo', avatar: '/files/new', role: 'host' }] })
  // The text still has the old name, so its link needs it.
  expect(client.getQueryData(['mention'])).toBe(mention)
})
