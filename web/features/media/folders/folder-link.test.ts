import { expect, test } from 'vitest'
import { folderOfText } from './folder-link.ts'
import { moved } from './folders.commands.ts'

const ID = '01900000-0000-7000-8000-00000000000a'

test('finds a folder link at the end of a text', () => {
  expect(folderOfText(`10 films for rain\nhttps://wave.example/saved/${ID}`, 'wave.example')).toEqual({
    id: ID,
    before: '10 films for rain',
  })
  expect(folderOfText(`https://wave.example/saved/${ID.toUpperCase()}/ `, 'wave.example')).toEqual({ id: ID, before: '' })
  expect(folderOfText(`https://other.example/saved/${ID}`, 'wave.example')).toBeNull()
  expect(folderOfText(`https://wave.example/saved/${ID} and more`, 'wave.example')).toBeNull()
})

test('moves an id by positions, up to the ends of the list', () => {
  expect(moved(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c'])
  expect(moved(['a', 'b', 'c'], 'c', -9)).toEqual(['c', 'a', 'b'])
  expect(moved(['a', 'b', 'c'], 'x', 1)).toEqual(['a', 'b', 'c'])
})
