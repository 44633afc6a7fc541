import { expect, test } from 'vitest'
import { liftStyles, prerenderedPage } from './prerendered-page.ts'

const template =
  '<html lang="en-US" dir="ltr"><head><title>Wavelength</title><link rel="preload" as="font" href="/f.woff2"><script type="module" crossorigin src="/i.js"></script><link rel="stylesheet" crossorigin href="/i.css"></head><body><div id="root"></div><noscript>Words</noscript></body></html>'

const styles: Record<string, string> = {
  '/i.css': 'i{top:0}@font-face{font-family:F;src:url(/f.woff2)}@font-face{font-family:G;src:local(Arial)}',
  '/a.css': 'a{top:1}',
}

test('puts the prerendered page before the app, with its language and styles, and delays the fonts and the app', () => {
  const drawn = { language: 'ar', markup: '<title>Wavelength</title><h1>$& أ</h1>', styles: ['/a.css'], modules: ['/a.js'] } as const
  expect(prerenderedPage(template, drawn, 'NONCE', (address) => styles[address] ?? '')).toBe(
    '<html lang="ar" dir="rtl"><head><title>Wavelength</title>' +
      '<style nonce="NONCE">i{top:0}@font-face{font-family:G;src:local(Arial)}a{top:1}</style>' +
      '<style media="not all" nonce="NONCE">@font-face{font-family:F;src:url(/f.woff2)}</style>' +
      '<link rel="stylesheet" disabled href="/i.css"><link rel="stylesheet" disabled href="/a.css"><link data-later crossorigin href="/a.js" nonce="NONCE"></head>' +
      '<body><div id="prerendered"><h1>$& أ</h1></div><div id="root"></div><noscript>Words</noscript><script src="/start-app.js" data-app="/i.js"></script></body></html>',
  )
})

test('replaces all style attributes with rules, one per distinct value', () => {
  const { rules, classed } = liftStyles(
    '<i style="flex:1"></i><b class="x" style="background:url(&quot;/a?b&amp;c&quot;)"></b><u style="flex:1"></u>',
  )
  expect(classed).toBe(
    '<i data-prerendered-style="s0"></i><b class="x" data-prerendered-style="s1"></b><u data-prerendered-style="s0"></u>',
  )
  expect(rules).toBe(`[data-prerendered-style='s0']{flex:1}[data-prerendered-style='s1']{background:url("/a?b&c")}`)
})
