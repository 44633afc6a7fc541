/** What people of the demo world write. `{artist}` and `{channel}` become something both of them love. */
export const conversations: readonly (readonly string[])[] = [
  [
    'Have you heard the new {artist} live session?',
    'Not yet! Send it over',
    'https://www.youtube.com/watch?v=5KLPxDtMqe8',
    'Wrong link, but now I know things about my brain',
    'Ha. That bassline though',
  ],
  ['Okay, {artist}. Where do I start?', 'With the slow ones. Then everything else.', 'On it.'],
  [
    'This. Kitchen. Band.',
    'https://vm.tiktok.com/ZMkitchen/',
    'The washing-up liquid as percussion!',
    'And then {artist}, as if nothing had happened',
  ],
  ['You also watch {channel}?!', 'Every single one. Twice.', 'I knew there was a reason we match'],
  ['Playing {artist} for the third time today', 'Only three?', 'It’s before noon'],
  ['My neighbour asked me to turn {artist} DOWN', 'New neighbour, clearly', 'Obviously'],
  ['What did you think of the last {channel}?', 'The first ten minutes are perfect', 'Agreed, then it gets even better'],
]

export const moments: readonly { text: string; audience: 'everyone' | 'buddies'; picture?: string }[] = [
  { text: 'This one stopped me on the stairs this morning. https://open.spotify.com/track/1foMv2HQwfQ2vntFf9HFeG', audience: 'everyone' },
  { text: 'Vinyl corner is finally done.', audience: 'buddies', picture: 'Two shelves of records in warm light, a player on top' },
  { text: '{artist} all evening. No skips.', audience: 'everyone' },
  { text: 'Somebody explain to me how {artist} makes that drum sound.', audience: 'everyone' },
  { text: 'Sunday plan: {channel}, soup, nothing else.', audience: 'everyone' },
  { text: 'I forgot how good this is: https://www.youtube.com/watch?v=aezstCBHOPQ', audience: 'everyone' },
  { text: 'The kitchen band is back! https://www.tiktok.com/@tiny.kitchen.band/video/7212345678901234567', audience: 'everyone' },
  { text: 'Rehearsal pictures are up: https://www.instagram.com/p/CxR3hearsal/', audience: 'everyone' },
  { text: 'Clint Eastwood, every single time. https://open.spotify.com/track/1RKUoGiLEbcXN4GY4spQDx', audience: 'everyone' },
  { text: 'Rooftop set from last night https://www.facebook.com/share/r/rooftop', audience: 'everyone' },
  { text: 'My favourite live video was taken down :( https://www.youtube.com/watch?v=goneLive_01', audience: 'everyone' },
  { text: 'Found three people here who know {artist}. Three!', audience: 'buddies' },
  { text: 'Old but gold: https://www.youtube.com/watch?v=djV11Xbc914', audience: 'everyone' },
  { text: 'New rule: no e-mail before one full album.', audience: 'everyone' },
  { text: 'Open film night, this is still lovely. https://www.youtube.com/watch?v=YE7VzlLtp-4', audience: 'everyone' },
]

/** What buddies say about moments. */
export const remarks: readonly string[] = [
  'Needed this today.',
  'On repeat since you posted it.',
  'You have ruined my focus for the afternoon. Thank you.',
  'Saw them two years ago, still thinking about it.',
  'Adding this to the Sunday list.',
  'How did I miss this?',
]

/** Notes that go with requests. */
export const notes: readonly string[] = [
  'Saw {artist} in your list. We need to talk.',
  'Same taste, different city. Hello!',
  'You had me at {artist}.',
  '',
]
