import { expect, test } from 'vitest'
import { recognizeLink } from '#contract/links/links.ts'
import { plainAddress } from './plain-address.ts'

const plain = (link: string): string | null => {
  const record = recognizeLink(link)
  return record && plainAddress(record)
}

test.each([
  ['https://youtu.be/YE7VzlLtp-4?si=tracking&t=10', 'https://www.youtube.com/watch?v=YE7VzlLtp-4'],
  ['https://m.youtube.com/watch?list=PL1&v=YE7VzlLtp-4&pp=tracking', 'https://www.youtube.com/watch?v=YE7VzlLtp-4'],
  ['https://www.youtube.com/playlist?list=PLabc-_1&si=tracking', 'https://www.youtube.com/playlist?list=PLabc-_1'],
  ['https://music.youtube.com/browse/MPREb_abcdefgh?si=tracking', 'https://music.youtube.com/browse/MPREb_abcdefgh'],
  ['https://music.youtube.com/channel/UC1234567890123456789012', 'https://www.youtube.com/channel/UC1234567890123456789012'],
  ['https://m.youtube.com/channel/UC1234567890123456789012?si=x', 'https://www.youtube.com/channel/UC1234567890123456789012'],
  ['https://www.youtube.com/@Numberphile/videos?si=tracking', 'https://www.youtube.com/@Numberphile'],
  ['https://www.youtube.com/c/Numberphile/videos', 'https://www.youtube.com/c/Numberphile'],
  ['https://www.youtube.com/user/numberphile?feature=x', 'https://www.youtube.com/user/numberphile'],
  ['https://www.youtube.com/numberphile#x', 'https://www.youtube.com/numberphile'],
  ['https://open.spotify.com/intl-de/track/1foMv2HQwfQ2vntFf9HFeG?si=tracking', 'https://open.spotify.com/track/1foMv2HQwfQ2vntFf9HFeG'],
  ['https://www.tiktok.com/@a.b/video/7?_t=abc&_r=1#x', 'https://www.tiktok.com/@a.b/video/7'],
  ['https://www.instagram.com/anna/reel/CabcDEF-_1/?igsh=tracking', 'https://www.instagram.com/reel/CabcDEF-_1/'],
  ['https://www.instagram.com/stories/anna/123?igsh=tracking', 'https://www.instagram.com/stories/anna/123'],
  ['https://www.facebook.com/watch/?mibextid=tracking&v=123', 'https://www.facebook.com/watch/?v=123'],
  ['https://www.facebook.com/permalink.php?id=9&story_fbid=7&rdid=x', 'https://www.facebook.com/permalink.php?story_fbid=7&id=9'],
  ['https://www.facebook.com/reel/123?rdid=abc&share_url=x', 'https://www.facebook.com/reel/123'],
])('the plain address of %s is %s, without further parameters', (link, address) => {
  expect([plain(link), plain(address)]).toEqual([address, address])
})

test.each(['https://vm.tiktok.com/ZMkitchen/?k=1', 'https://www.facebook.com/share/r/rooftop?mibextid=x'])(
  '%s stays as it is: only the whole address identifies its target',
  (link) => {
    expect(plain(link)).toBe(link)
  },
)
