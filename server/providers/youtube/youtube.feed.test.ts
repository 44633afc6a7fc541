import { expect, test } from 'vitest'
import { ProviderError } from '#server/providers/provider-error.ts'
import { createYouTubeFeed, readFeed } from './youtube.feed.ts'

const CHANNEL = 'UCSMOQeBJ2RAnuFungnQOxLg'
const entry = (id: string, title: string) =>
  `<entry><id>yt:video:${id}</id><yt:videoId>${id}</yt:videoId><title>${title}</title><media:group><media:title>x</media:title></media:group></entry>`
const feed = (...entries: string[]) => `<?xml version="1.0"?><feed xmlns:yt="x"><title>Blender</title>${entries.join('')}</feed>`
const feedAnswering = (status: number, text: string) => {
  const requests: string[] = []
  const read = createYouTubeFeed(async (url) => {
    requests.push(url)
    return { status, type: 'text/xml', bytes: Buffer.from(text), maxAgeSeconds: 0 }
  })
  return { read, requests }
}

test('returns the videos in the order of the feed, with decoded titles', () => {
  expect(
    readFeed(feed(entry('YE7VzlLtp-4', 'Big Buck &amp; Bunny &#39;08 &#x1F430;'), entry('aqz-KE-bpKQ', '&lt;b&gt; &amp;amp;'))),
  ).toEqual([
    { videoId: 'YE7VzlLtp-4', title: "Big Buck & Bunny '08 🐰" },
    { videoId: 'aqz-KE-bpKQ', title: '<b> &amp;' },
  ])
})

test('leaves out entries without an id or title, and keeps unknown character references', () => {
  expect(readFeed(feed(entry('"><script>', 'x'), entry('YE7VzlLtp-4', ''), entry('aqz-KE-bpKQ', '&#0; &#x7fffff; &nbsp;')))).toEqual([
    { videoId: 'aqz-KE-bpKQ', title: '&#0; &#x7fffff; &nbsp;' },
  ])
})

test('a page that is not a feed counts as a failure', () => {
  expect(() => readFeed('<html><body>Before you continue</body></html>')).toThrow(ProviderError)
})

test('reading a feed takes linear time', () => {
  const startedAt = performance.now()
  readFeed(feed('<entry>'.repeat(50_000), '<title>'.repeat(100_000)))
  expect(performance.now() - startedAt).toBeLessThan(1_000)
})

test('requests exactly one address of one host; an unknown channel is null, an error status throws', async () => {
  const found = feedAnswering(200, feed(entry('YE7VzlLtp-4', 'Bunny')))
  expect(await found.read(CHANNEL)).toHaveLength(1)
  expect(found.requests).toEqual([`https://www.youtube.com/feeds/videos.xml?channel_id=${CHANNEL}`])
  expect(await feedAnswering(404, '').read(CHANNEL)).toBeNull()
  await expect(feedAnswering(500, '').read(CHANNEL)).rejects.toThrow(ProviderError)
  await expect(feedAnswering(302, '').read(CHANNEL)).rejects.toThrow(ProviderError)
})
