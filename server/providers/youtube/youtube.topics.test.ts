import { expect, test } from 'vitest'
import { genresOfTopics, topicsOf, topicsOfCategory } from './youtube.map.ts'

const wiki = (...names: string[]): string[] => names.map((name) => `https://en.wikipedia.org/wiki/${name}`)

test('maps YouTube’s topics to topics on a channel and to genres on an artist’s automatic channel', () => {
  expect(topicsOf(wiki('Knowledge', 'Humour', 'Lifestyle_(sociology)', 'Film'))).toEqual(['comedy', 'film'])
  expect(topicsOf(wiki('Role-playing_video_game', 'Video_game_culture', 'Action_game'))).toEqual(['gaming'])
  expect(topicsOf(wiki('Association_football', 'Sport'))).toEqual(['sport'])
  expect(topicsOf(wiki('Music', 'Electronic_music'))).toEqual(['live-music'])
  expect(genresOfTopics(wiki('Music', 'Electronic_music', 'Hip_hop_music', 'Knowledge'))).toEqual(['electronic', 'hip-hop'])
})

test('a topic that is too broad determines no bar, so the next source decides', () => {
  expect(topicsOf(wiki('Knowledge', 'Technology', 'Lifestyle_(sociology)', 'Music', 'Performing_arts', 'Television_program'))).toEqual([])
  expect(genresOfTopics(wiki('Music', 'Independent_music'))).toEqual([])
  // Education, Music, Science & Technology, People & Blogs, Entertainment.
  expect(['27', '10', '28', '22', '24', '', 'constructor', undefined].flatMap(topicsOfCategory)).toEqual([])
  expect(['20', '17', '23', '25', '1'].flatMap(topicsOfCategory)).toEqual(['gaming', 'sport', 'comedy', 'news', 'film'])
})

test('ignores broad, unknown and made-up topics', () => {
  expect(topicsOf(wiki('Society', 'Entertainment', 'Hobby', 'constructor', '__proto__'))).toEqual([])
  expect(genresOfTopics(wiki('Music', 'Music_of_Asia', 'toString'))).toEqual([])
  expect(topicsOf(['https://evil.example/wiki/Film', 'Film', ''])).toEqual([])
})
