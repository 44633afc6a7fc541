import { expect, test } from 'vitest'
import { genresOfTopics, topicsOf } from './youtube.topics.ts'

const wiki = (...names: string[]): string[] => names.map((name) => `https://en.wikipedia.org/wiki/${name}`)

test('YouTube’s topics mean topics on a channel and genres on an artist’s automatic channel', () => {
  expect(topicsOf(wiki('Knowledge', 'Technology', 'Lifestyle_(sociology)'))).toEqual(['science', 'technology'])
  expect(topicsOf(wiki('Role-playing_video_game', 'Video_game_culture', 'Action_game'))).toEqual(['gaming'])
  expect(topicsOf(wiki('Association_football', 'Sport'))).toEqual(['sport'])
  expect(topicsOf(wiki('Music', 'Electronic_music'))).toEqual(['live-music'])
  expect(genresOfTopics(wiki('Music', 'Electronic_music', 'Hip_hop_music', 'Knowledge'))).toEqual(['electronic', 'hip-hop'])
})

test('broad, unknown and made-up topics mean nothing', () => {
  expect(topicsOf(wiki('Society', 'Entertainment', 'Hobby', 'constructor', '__proto__'))).toEqual([])
  expect(genresOfTopics(wiki('Music', 'Music_of_Asia', 'toString'))).toEqual([])
  expect(topicsOf(['https://evil.example/wiki/Film', 'Film', ''])).toEqual([])
})
