import { describe, expect, test } from 'vitest'
import { type PageHead, insertHead } from './page-head.ts'

const page =
  '<html lang="en-US" dir="ltr"><head><title>Old</title><meta name="description" content="Old words" /></head><body><noscript>Old</noscript></body></html>'
const head: PageHead = {
  language: 'ar',
  noScriptText: 'Turn it on',
  title: 'Mira (@mira)',
  description: 'Words',
  canonical: '/profile/u1',
  kind: 'profile',
  picture: { url: '/share.png', width: 1200, height: 630, alt: 'Two prints' },
}

describe('the head of a page', () => {
  test('has title, description, address and picture for link previews', () => {
    expect(insertHead(page, head, 'https://wave.example')).toBe(
      `<html lang="ar" dir="rtl"><head><title>Mira (@mira) · Wavelength</title><meta name="description" content="Words" />  <link rel="canonical" href="https://wave.example/profile/u1" />
    <meta property="og:site_name" content="Wavelength" />
    <meta property="og:type" content="profile" />
    <meta property="og:title" content="Mira (@mira)" />
    <meta property="og:description" content="Words" />
    <meta property="og:url" content="https://wave.example/profile/u1" />
    <meta property="og:image" content="https://wave.example/share.png" />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content="Two prints" />
    <meta name="twitter:card" content="summary_large_image" />
  </head><body><noscript>Turn it on</noscript></body></html>`,
    )
  })

  test('keeps pages without a public address out of search engines', () => {
    const written = insertHead(page, { ...head, canonical: null }, 'https://wave.example')
    expect([written.includes('content="noindex"'), written.includes('canonical'), written.includes('og:url')]).toEqual([true, false, false])
  })

  test.each([
    ['"><script>alert(1)</script>', '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;'],
    ["' onload='x", '&#39; onload=&#39;x'],
    ['</title><img src=x>', '&lt;/title&gt;&lt;img src=x&gt;'],
    ['&quot;', '&amp;quot;'],
    ["$& $1 $` $'", '$&amp; $1 $` $&#39;'],
    ['</head>', '&lt;/head&gt;'],
  ])('A23: %j stays text', (hostile, shown) => {
    const written = insertHead(
      page,
      { ...head, title: hostile, description: hostile, picture: { url: '/a', width: 1, height: 1, alt: hostile } },
      'https://a',
    )
    expect(written.split(shown)).toHaveLength(7 - 1)
    expect(written.match(/<script|<img|<\/title>|<\/head>/g)).toEqual(['</title>', '</head>'])
  })
})
