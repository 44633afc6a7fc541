import { describe, expect, test } from 'vitest'
import { artistOfTopicChannel, nameKey, searchKey } from './name-key.ts'

const artist = (name: string) => nameKey('artist', name).name
const track = (name: string, by = 'Burial') => nameKey('track', name, by)

describe('one artist, spelled differently', () => {
  test.each([
    ['The Killers', 'Killers'],
    ['Beatles, The', 'The Beatles'],
    ['Tiësto', 'TIESTO'],
    ['Nilüfer Yanya', 'Nilufer Yanya'],
    ['Blue Öyster Cult', 'blue oyster cult'],
    ['Janelle Monáe', 'Janelle Monae'],
    ['MØ', 'mo'],
    ['Sigur Rós', 'Sigur Ros'],
    ['Mœbius', 'Moebius'],
    ['Guns N’ Roses', "Guns N' Roses"],
    ['Simon & Garfunkel', 'Simon and Garfunkel'],
    ['Florence + the Machine', 'Florence And The Machine'],
    ['A$AP Rocky', 'ASAP Rocky'],
    ['P!nk', 'Pink'],
    ['JAY-Z', 'Jay Z'],
    ['M.I.A.', 'MIA'],
    ['J. Cole', 'J Cole'],
    ['half•alive', 'half alive'],
    ['Gorillaz feat. Kali Uchis', 'Gorillaz'],
    ['Mark Ronson ft. Bruno Mars', 'Mark Ronson'],
    ['Santana Featuring Rob Thomas', 'Santana'],
    ['Алёна', 'АЛЕНА'],
    ['Björk', 'Bjo\u0308rk'],
    ['ＡＢＢＡ', 'ABBA'],
    ['  Wet   Leg ', 'Wet Leg'],
  ])('%s is %s', (a, b) => {
    expect(artist(a)).toBe(artist(b))
  })
})

describe('different artists with similar spellings', () => {
  test.each([
    ['The The', 'The'],
    ['!!!', '???'],
    ['Little Feat', 'Little'],
    ['Tyler, The Creator', 'Tyler'],
    ['ガール', 'カール'],
    ['しおり', 'しおりん'],
    ['Май', 'Маи'],
    ['李永乐老师', '李永樂老師'],
    ['नमस्ते', 'नमसत'],
    ['Muse', 'Museum'],
    ['2 Chainz', 'Chainz'],
  ])('%s is not %s', (a, b) => {
    expect(artist(a)).not.toBe(artist(b))
  })

  test('a name never becomes empty', () => {
    for (const name of ['!!!', '…', 'The', '+', '†††', '李永乐老师', '방탄소년단', '+/-']) expect(artist(name)).not.toBe('')
  })
})

describe('tracks', () => {
  test.each([
    ['New Gold (feat. Tame Impala and Bootie Brown)', 'New Gold'],
    ['Rather Be [feat. Jess Glynne]', 'Rather Be'],
    ['Rather Be ft. Jess Glynne', 'Rather Be'],
    ['After Last Night (with Thundercat & Bootsy Collins)', 'After Last Night'],
    ['Always on My Mind - Remastered', 'Always On My Mind'],
    ['My Body (2020 Remaster)', 'My Body'],
    ['Psycho Killer - 2005 Remaster', 'Psycho Killer'],
    ['Judas (Official Music Video)', 'Judas'],
    ['The Sound Of Silence', 'Sound of Silence'],
    ["Don't Take The Money", 'Don’t take the money'],
  ])('%s is %s', (a, b) => {
    expect(track(a)).toEqual(track(b))
  })

  test.each([
    ['Clint Eastwood', 'Clint Eastwood (Ed Case Remix)'],
    ['This Must Be the Place', 'This Must Be the Place (Live)'],
    ['Four Chords', 'Four Chords Pt. II: Five Chords'],
    ['Stay', 'Stay (with me)'],
  ])('%s is not %s', (a, b) => {
    expect(track(a)).not.toEqual(track(b))
  })

  test('the same title by another artist is a different track', () => {
    expect(track('The Sound of Silence', 'Simon & Garfunkel')).not.toEqual(track('The Sound of Silence', 'Disturbed'))
    expect(track('Heart', 'SAULT')).not.toEqual(nameKey('artist', 'Heart'))
  })

  test('ignores guests in the artist field', () => {
    expect(track('Stylo', 'Gorillaz feat. Mos Def')).toEqual(track('Stylo', 'Gorillaz'))
  })

  test('preserves a title that consists of a note only', () => {
    expect(track('(Lyrics)').name).toBe('lyrics')
  })
})

test('recognizes Topic channels in all observed languages', () => {
  expect(artistOfTopicChannel('Gorillaz - Topic')).toBe('Gorillaz')
  expect(artistOfTopicChannel('Tyler, The Creator - Topic')).toBe('Tyler, The Creator')
  expect(artistOfTopicChannel('Nilüfer Yanya – Thema')).toBe('Nilüfer Yanya')
  expect(artistOfTopicChannel('A - B - Topic')).toBe('A - B')
})

test('does not treat other channels with "topic" in the name as Topic channels', () => {
  for (const name of ['Hot Topic', 'Topic', '- Topic', 'On-Topic', 'Topic - Music']) expect(artistOfTopicChannel(name)).toBeNull()
})

test('normalizes a search like a name', () => {
  expect(searchKey('  FLORENCE & the ')).toBe('florence and the')
  expect(searchKey('björ')).toBe('bjor')
})
