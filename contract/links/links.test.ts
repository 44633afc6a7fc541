import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findLink, isBareLink, recognizeLink, textWithoutCardLink, type LinkKind, type Platform, platforms } from './links.ts'

/** The hosts of the promise, repeated on purpose: the test must not import them from the code. */
const promised = [
  'youtube.com',
  'youtu.be',
  'youtube-nocookie.com',
  'youtubekids.com',
  'spotify.com',
  'spotify.link',
  'spotify.app.link',
  'tiktok.com',
  'tiktokv.com',
  'instagram.com',
  'instagr.am',
  'facebook.com',
  'fb.watch',
  'fb.com',
]

/** Compares whole labels from the right, so a look-alike can't pass. */
function isPromised(host: string): boolean {
  const labels = host.split('.')
  return promised.some((known) => {
    const tail = known.split('.')
    return labels.length >= tail.length && tail.every((label, index) => labels[labels.length - tail.length + index] === label)
  })
}

describe('recognizes links of the five platforms', () => {
  const channel = 'UC1234567890123456789012'
  const spotify = '4Z8W4fKeB5YxbusRsdQVPb'
  const supported: [string, Platform, LinkKind, string | null][] = [
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'youtube', 'video', 'dQw4w9WgXcQ'],
    ['https://m.youtube.com/watch?list=PL1&v=dQw4w9WgXcQ', 'youtube', 'video', 'dQw4w9WgXcQ'],
    ['https://music.youtube.com/watch?v=dQw4w9WgXcQ', 'youtube', 'video', 'dQw4w9WgXcQ'],
    ['https://youtu.be/dQw4w9WgXcQ?t=10', 'youtube', 'video', 'dQw4w9WgXcQ'],
    ['https://www.youtu.be/dQw4w9WgXcQ', 'youtube', 'video', 'dQw4w9WgXcQ'],
    ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 'youtube', 'video', 'dQw4w9WgXcQ'],
    ['https://www.youtube.com/embed/videoseries?list=PLabc', 'youtube', 'playlist', 'PLabc'],
    ['https://www.youtube.com/shorts/dQw4w9WgXcQ', 'youtube', 'short', 'dQw4w9WgXcQ'],
    ['https://www.youtube.com/live/dQw4w9WgXcQ', 'youtube', 'live', 'dQw4w9WgXcQ'],
    ['https://www.youtube.com/playlist?list=PLabc-_1', 'youtube', 'playlist', 'PLabc-_1'],
    [`https://www.youtube.com/channel/${channel}`, 'youtube', 'channel', channel],
    ['https://www.youtube.com/@Numberphile/videos', 'youtube', 'channel', '@Numberphile'],
    ['https://www.youtube.com/user/numberphile', 'youtube', 'channel', 'numberphile'],
    ['https://www.youtube.com/c/Numberphile/videos', 'youtube', 'channel', 'Numberphile'],
    ['https://www.youtube.com/numberphile', 'youtube', 'channel', 'numberphile'],
    ['https://www.youtube.com/feed', 'youtube', 'page', null],
    ['https://www.youtube.com/v/dQw4w9WgXcQ', 'youtube', 'video', 'dQw4w9WgXcQ'],
    ['https://www.youtube.com/e/dQw4w9WgXcQ', 'youtube', 'video', 'dQw4w9WgXcQ'],
    ['https://www.youtubekids.com/watch?v=dQw4w9WgXcQ', 'youtube', 'video', 'dQw4w9WgXcQ'],
    ['https://www.youtube.com/clip/UgkxAbc', 'youtube', 'video', null],
    ['https://music.youtube.com/browse/MPREb_abcdefgh', 'youtube', 'album', 'MPREb_abcdefgh'],
    ['https://music.youtube.com/browse/VLPLabc', 'youtube', 'playlist', 'PLabc'],
    [`https://music.youtube.com/browse/${channel}`, 'youtube', 'artist', channel],
    [`https://music.youtube.com/channel/${channel}`, 'youtube', 'artist', channel],
    ['https://music.youtube.com/playlist?list=OLAK5uy_abc', 'youtube', 'album', 'OLAK5uy_abc'],
    ['https://music.youtube.com/library', 'youtube', 'page', null],
    [`https://open.spotify.com/artist/${spotify}?si=x`, 'spotify', 'artist', spotify],
    [`https://open.spotify.com/intl-de/track/${spotify}`, 'spotify', 'track', spotify],
    [`https://open.spotify.com/embed/album/${spotify}`, 'spotify', 'album', spotify],
    [`https://play.spotify.com/user/anna/playlist/${spotify}`, 'spotify', 'playlist', spotify],
    [`https://open.spotify.com/playlist/${spotify}`, 'spotify', 'playlist', spotify],
    [`https://open.spotify.com/embed-podcast/episode/${spotify}`, 'spotify', 'episode', spotify],
    [`https://open.spotify.com/show/${spotify}`, 'spotify', 'show', spotify],
    [`https://www.spotify.com/intl-pt/album/${spotify}`, 'spotify', 'album', spotify],
    ['https://open.spotify.com/user/anna', 'spotify', 'user', 'anna'],
    ['https://spotify.link/abc', 'spotify', 'page', null],
    ['https://spotify.app.link/abc', 'spotify', 'page', null],
    ['https://www.tiktok.com/@anna.b/video/7212345678901234567', 'tiktok', 'video', '7212345678901234567'],
    ['https://www.tiktok.com/@anna.b', 'tiktok', 'user', '@anna.b'],
    ['https://www.tiktok.com/@anna.b/live', 'tiktok', 'live', '@anna.b'],
    ['https://m.tiktok.com/v/7212345678901234567.html', 'tiktok', 'video', '7212345678901234567'],
    ['https://m.tiktok.com/share/video/7212345678901234567', 'tiktok', 'video', '7212345678901234567'],
    ['https://www.tiktok.com/player/v1/7212345678901234567', 'tiktok', 'video', '7212345678901234567'],
    ['https://www.tiktok.com/@anna.b/photo/7212345678901234567', 'tiktok', 'post', '7212345678901234567'],
    ['https://www.tiktok.com/music/a-song-title-7212345678901234567', 'tiktok', 'track', '7212345678901234567'],
    ['https://www.tiktok.com/tag/dub', 'tiktok', 'page', null],
    ['https://vm.tiktok.com/ZM123/', 'tiktok', 'page', null],
    ['https://vt.tiktok.com/ZS123/', 'tiktok', 'page', null],
    ['https://www.tiktok.com/t/ZT123/', 'tiktok', 'page', null],
    ['https://www.tiktokv.com/share/video/7212345678901234567', 'tiktok', 'video', '7212345678901234567'],
    ['https://www.instagram.com/p/CabcDEF-_1/', 'instagram', 'post', 'CabcDEF-_1'],
    ['https://www.instagram.com/anna/reel/CabcDEF/', 'instagram', 'reel', 'CabcDEF'],
    ['https://instagr.am/anna', 'instagram', 'user', 'anna'],
    ['https://www.instagram.com/explore', 'instagram', 'page', null],
    ['https://www.instagram.com/explore/tags/dub/', 'instagram', 'page', null],
    ['https://www.instagram.com/reels/CabcDEF/', 'instagram', 'reel', 'CabcDEF'],
    ['https://www.instagram.com/reels/audio/123/', 'instagram', 'page', null],
    ['https://www.instagram.com/tv/CabcDEF/', 'instagram', 'video', 'CabcDEF'],
    ['https://www.instagram.com/stories/anna/3212345678901234567/', 'instagram', 'story', '3212345678901234567'],
    ['https://www.instagram.com/stories/highlights/17912345678901234/', 'instagram', 'story', '17912345678901234'],
    ['https://www.instagram.com/anna/live/', 'instagram', 'live', 'anna'],
    ['https://www.facebook.com/watch/?v=123', 'facebook', 'video', '123'],
    ['https://m.facebook.com/anna/videos/a-title/456/', 'facebook', 'video', '456'],
    ['https://www.facebook.com/anna/posts/pfbid02', 'facebook', 'post', 'pfbid02'],
    ['https://www.facebook.com/profile.php?id=99', 'facebook', 'user', '99'],
    ['https://fb.watch/abc_1/', 'facebook', 'video', 'abc_1'],
    ['https://zh-hk.facebook.com/reel/1', 'facebook', 'reel', '1'],
    ['https://business.facebook.com/video.php?v=123', 'facebook', 'video', '123'],
    ['https://www.facebook.com/watch/live/?v=123', 'facebook', 'live', '123'],
    ['https://www.facebook.com/watch', 'facebook', 'page', null],
    ['https://www.facebook.com/permalink.php?story_fbid=pfbid02&id=9', 'facebook', 'post', 'pfbid02'],
    ['https://m.facebook.com/story.php?story_fbid=5&id=9', 'facebook', 'post', '5'],
    ['https://www.facebook.com/photo/?fbid=77', 'facebook', 'post', '77'],
    ['https://www.facebook.com/groups/dub/permalink/5/', 'facebook', 'post', '5'],
    ['https://www.facebook.com/groups/dub/', 'facebook', 'post', null],
    ['https://www.facebook.com/groups/dub/posts/5/', 'facebook', 'post', '5'],
    ['https://www.facebook.com/stories/123/456', 'facebook', 'story', '456'],
    ['https://www.facebook.com/people/Anna-B/100012345', 'facebook', 'user', '100012345'],
    ['https://fb.com/anna', 'facebook', 'user', 'anna'],
    ['https://www.facebook.com/share/r/abc', 'facebook', 'page', null],
    ['https://www.facebook.com/plugins/video.php?href=x', 'facebook', 'page', null],
    ['https://www.facebook.com/video/video.php?v=123', 'facebook', 'video', '123'],
    ['https://www.facebook.com/anna/photos/a.45/123/?type=3', 'facebook', 'post', '123'],
    ['https://www.facebook.com/anna/photos/pcb.45/123', 'facebook', 'post', '123'],
    ['https://www.facebook.com/anna/photos/123', 'facebook', 'post', '123'],
    ['https://www.facebook.com/anna/photos', 'facebook', 'post', null],
    ['https://www.facebook.com/100064_7212345', 'facebook', 'post', '100064_7212345'],
    [`https://www.youtube.com/embed/live_stream?channel=${channel}`, 'youtube', 'live', null],
    ['https://www.youtube.com/watch_popup?v=dQw4w9WgXcQ', 'youtube', 'video', 'dQw4w9WgXcQ'],
    ['https://www.youtube.com/course?list=ECabc', 'youtube', 'playlist', 'ECabc'],
    ['https://www.youtube.com/course', 'youtube', 'page', null],
    ['https://www.youtube.com/numberphile/videos', 'youtube', 'channel', 'numberphile'],
    ['https://www.youtube.com/numberphile/featured', 'youtube', 'channel', 'numberphile'],
    ['https://www.youtube.com/numberphile/other', 'youtube', 'page', null],
    ['https://www.youtube.com/results/videos', 'youtube', 'page', null],
    ['https://www.youtube.com/c/%D0%9C%D1%83%D0%B7%D1%8B%D0%BA%D0%B0', 'youtube', 'channel', null],
    ['https://www.youtube.com/%D0%9C%D1%83%D0%B7%D1%8B%D0%BA%D0%B0/videos', 'youtube', 'channel', null],
    ['https://www.youtube.com/c/%22%3E%3Cscript%3E', 'youtube', 'page', null],
    ['https://www.youtube.com/c/%D0', 'youtube', 'page', null],
    ['https://www.tiktok.com/@anna.b/collection/Summer-7212345678901234567', 'tiktok', 'playlist', '7212345678901234567'],
    ['https://www.tiktok.com/@anna.b/playlist/Summer-7212345678901234567', 'tiktok', 'playlist', '7212345678901234567'],
    ['https://m.tiktok.com/share/live/7212345678901234567', 'tiktok', 'live', '7212345678901234567'],
  ]
  test.each(supported)('%s', (link, name, kind, id) => {
    expect(recognizeLink(link)).toEqual({ link, platform: name, kind, id })
  })

  test.each([
    ['https://consent.youtube.com/m?continue=', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&cbrd=1', 'youtube', 'video', 'dQw4w9WgXcQ'],
    ['https://consent.youtube.com/ml?gl=DE&continue=', 'https://m.youtube.com/@Numberphile', 'youtube', 'channel', '@Numberphile'],
    ['https://www.facebook.com/plugins/video.php?height=3&href=', 'https://www.facebook.com/anna/videos/456/', 'facebook', 'video', '456'],
    ['https://www.facebook.com/plugins/post.php?href=', 'https://www.facebook.com/anna/posts/pfbid02', 'facebook', 'post', 'pfbid02'],
  ])('returns the link inside %s', (wrapper, link, name, kind, id) => {
    expect(recognizeLink(wrapper + encodeURIComponent(link))).toEqual({ link, platform: name, kind, id })
  })

  test.each([
    ['https://consent.youtube.com/m?continue=', 'https://evil.io/watch?v=dQw4w9WgXcQ'],
    ['https://consent.youtube.com/m?continue=', 'https://open.spotify.com/user/anna'],
    ['https://consent.youtube.com/m?continue=', 'https://consent.youtube.com/m?continue=https%3A%2F%2Fyoutu.be%2FdQw4w9WgXcQ'],
    ['https://www.facebook.com/plugins/video.php?href=', 'javascript:alert(1)'],
    ['https://www.facebook.com/plugins/video.php?href=', 'https://evil.io/anna/videos/456/'],
  ])('reads %s%s as a page', (wrapper, inner) => {
    const link = wrapper + encodeURIComponent(inner)
    expect(recognizeLink(link)).toMatchObject({ link, kind: 'page', id: null })
  })

  test('removes the trailing dot of a host', () => {
    const expected = { link: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', platform: 'youtube', kind: 'video', id: 'dQw4w9WgXcQ' }
    expect(recognizeLink('https://www.youtube.com./watch?v=dQw4w9WgXcQ')).toEqual(expected)
    expect(recognizeLink('https://youtube.com.')?.link).toBe('https://youtube.com/')
    expect(recognizeLink('https://youtube.com.:443/')?.link).toBe('https://youtube.com/')
  })

  test('covers every kind of link', () => {
    const kinds = 'video short live track album artist playlist episode show channel post reel story user'.split(' ')
    expect(kinds.filter((kind) => !supported.some((pair) => pair[2] === kind))).toEqual([])
  })

  test('ignores surrounding spaces, http and capital letters in the host', () => {
    expect(recognizeLink('  HTTP://YouTu.Be/dQw4w9WgXcQ\n')).toEqual({
      link: 'https://youtu.be/dQw4w9WgXcQ',
      platform: 'youtube',
      kind: 'video',
      id: 'dQw4w9WgXcQ',
    })
    expect(recognizeLink('http://youtu.be:80/dQw4w9WgXcQ')?.link).toBe('https://youtu.be/dQw4w9WgXcQ')
  })
})

describe('rejects texts that only look like such a link', () => {
  test.each([
    'https://spotify.com.evil.io',
    'https://evil.io/?youtube.com',
    'https://evil.io/youtube.com',
    'https://evil.io#youtube.com',
    'https://youtube.com@evil.io',
    'https://youtube.com:x@evil.io/',
    'https://evil@youtube.com/',
    'https://@youtube.com/',
    'https://xn--yutube-wqf.com/',
    'https://xn--80ak6aa92e.youtube.com',
    'https://уoutube.com/',
    'https://ｙoutube.com/',
    'https://you\u00ADtube.com/',
    'https://youtube。com/',
    'https://youtube%2ecom/',
    'https://youtube%2Ecom.evil.io',
    '//youtu.be/dQw4w9WgXcQ',
    'youtu.be/dQw4w9WgXcQ',
    'https://notyoutube.com',
    'https://notfacebook.com',
    'https://cdninstagram.com',
    'https://youtube.com..',
    'https://youtube.com.evil.io.',
    'https://youtube-dl.bandcamp.com',
    'https://nfb.ca',
    'https://tv.dfb.de',
    'https://web.archive.org/web/https://youtube.com',
    'https://fb.me/x',
    'https:\\\\youtube.com',
    'https://youtube.com\\@evil.io',
    'https://evil.io\\.youtube.com',
    'https:/\\youtube.com',
    'https:youtube.com',
    'https:///youtube.com',
    'https://you\ttube.com',
    'https://youtube.com/\nwatch',
    'java\tscript:alert(1)',
    'javascript:alert(1)//youtube.com',
    'data:text/html,https://youtube.com',
    'ftp://youtube.com',
    'file://youtube.com/x',
    'https://youtube.com:8080/',
    'https://youtube.com:80/',
    'http://youtube.com:443/',
    'https://.youtube.com.evil.io',
    'https://youtube.com evil.io',
    'https://',
    'https://com',
    'https://127.0.0.1',
    'https://[::1]/youtube.com',
    '',
    ' ',
    `https://youtube.com/${'a'.repeat(2_100)}`,
  ])('%j', (text) => {
    expect(recognizeLink(text)).toBeNull()
    expect(isBareLink(text)).toBe(false)
  })

  test.each([
    'https://youtu.be/"><script>',
    'https://www.youtube.com/watch?v=abc%3Fautoplay=1',
    'https://www.youtube.com/embed/..%2F..%2Fx',
    'https://www.youtube.com/playlist?list=%22%3E%3Cb%3E',
    'https://open.spotify.com/artist/%22%3E%3Cscript%3E',
    'https://www.instagram.com/p/%2e%2e%2f',
    'https://www.facebook.com/watch?v=%22%3E',
    'https://www.tiktok.com/@a/video/1%3Cb%3E',
  ])('never returns an invalid id: %s', (link) => {
    expect(recognizeLink(link)?.id ?? null).toBeNull()
  })
})

describe('accepts no other host', () => {
  const supported = fc.constantFrom(...promised)
  const label = fc.stringMatching(/^[a-z0-9-]{0,8}$/)
  const glue = fc.constantFrom('.', '', '-', '@', '%2e', '。', '/', '\\', '#', '?', ':', ':443', '\t', '\u200b', '．')
  const host = fc.oneof(
    fc.domain(),
    fc.tuple(label, glue, supported).map((parts) => parts.join('')),
    fc.tuple(supported, glue, label, fc.constantFrom('', '.io', '.com')).map((parts) => parts.join('')),
    fc.tuple(supported, glue, supported).map((parts) => parts.join('')),
    fc
      .tuple(supported, fc.nat(20), fc.string({ unit: 'grapheme', maxLength: 2 }))
      .map(([name, at, extra]) => name.slice(0, at) + extra + name.slice(at)),
  )
  const scheme = fc.constantFrom('https://', 'http://', 'HTTPS://', '//', 'https:', 'https:\\\\', 'ftp://', 'javascript://', '')
  const address = fc
    .tuple(scheme, host, fc.oneof(fc.webPath(), fc.constant(''), fc.string({ maxLength: 10 })))
    .map((parts) => parts.join(''))

  test('rejects hosts built from known ones', () => {
    fc.assert(
      fc.property(address, (text) => {
        const record = recognizeLink(text)
        if (!record) return
        const url = new URL(record.link)
        expect(isPromised(url.hostname)).toBe(true)
        expect([url.protocol, url.port, url.username, url.password]).toEqual(['https:', '', '', ''])
        // The displayed host is the real host: the parser changed nothing.
        expect(text.trim().toLowerCase()).toMatch(new RegExp(`^https?://${url.hostname.replaceAll('.', '\\.')}\\.?([:/?#]|$)`))
        expect(record.id ?? 'none').toMatch(/^@?[\w.-]+$/)
      }),
      { numRuns: 20_000 },
    )
  })

  test('accepts every listed host with any subdomain', () => {
    fc.assert(
      fc.property(supported, fc.stringMatching(/^([a-z]{1,8}\.){0,2}$/), fc.webPath(), (name, below, path) => {
        const record = recognizeLink(`https://${below}${name}${path}`)
        expect(platforms).toContain(record?.platform)
      }),
    )
  })
})

describe('findLink and isBareLink', () => {
  test('finds the first platform link, without the punctuation around it', () => {
    expect(findLink('see https://example.com, (https://youtu.be/dQw4w9WgXcQ). And https://tiktok.com/@a')?.link).toBe(
      'https://youtu.be/dQw4w9WgXcQ',
    )
    expect(findLink('no link, only youtube.com')).toBeNull()
    expect(findLink('"https://open.spotify.com/track/4Z8W4fKeB5YxbusRsdQVPb"')?.kind).toBe('track')
  })

  test('accepts only a text that is nothing else as a bare link', () => {
    expect(isBareLink(' https://youtu.be/dQw4w9WgXcQ ')).toBe(true)
    expect(isBareLink('look https://youtu.be/dQw4w9WgXcQ')).toBe(false)
  })

  test('returns the same record for its own normalized link', () => {
    fc.assert(
      fc.property(fc.constantFrom(...promised), fc.webPath(), (name, path) => {
        const record = recognizeLink(`https://${name}${path}`)
        expect(record && recognizeLink(record.link)).toEqual(record)
      }),
    )
  })

  test('stays fast for a long hostile text', () => {
    const started = performance.now()
    expect(findLink(`https://a${')'.repeat(200_000)}x`)).toBeNull()
    expect(performance.now() - started).toBeLessThan(500)
  })
})

describe('textWithoutCardLink', () => {
  const song = 'https://open.spotify.com/track/4Z8W4fKeB5YxbusRsdQVPb'
  const textBeside = (text: string) => textWithoutCardLink(text, findLink(text))

  test.each([
    [
      'removes a link at the end and the spaces before it',
      `This one stopped me on the stairs.\n\n${song} `,
      'This one stopped me on the stairs.',
    ],
    ['removes a link that is the whole text', ` ${song}`, ''],
    [
      'removes another form of the same link',
      'https://youtu.be/dQw4w9WgXcQ or https://m.youtube.com/watch?v=dQw4w9WgXcQ',
      'https://youtu.be/dQw4w9WgXcQ or',
    ],
    ['keeps a link inside a sentence', `${song} all day`, `${song} all day`],
    ['keeps a link followed by punctuation', `Listen (${song})!`, `Listen (${song})!`],
    ['keeps a link without a card', `${song} and https://youtu.be/dQw4w9WgXcQ`, `${song} and https://youtu.be/dQw4w9WgXcQ`],
    ['keeps a link of another site', `${song} https://example.org`, `${song} https://example.org`],
    ['keeps plain text', ' hello\n', ' hello\n'],
  ])('%s', (_, text, shown) => {
    expect(textBeside(text)).toBe(shown)
  })

  test('keeps the text without a card', () => {
    expect(textWithoutCardLink(song, null)).toBe(song)
  })

  test('always returns a prefix of the text', () => {
    const piece = fc.oneof(fc.constantFrom(song, 'https://youtu.be/dQw4w9WgXcQ', ' ', '\n', '.'), fc.string())
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('')
        expect(text.startsWith(textBeside(text))).toBe(true)
      }),
    )
  })
})
