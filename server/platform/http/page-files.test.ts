import { describe, expect, test } from 'vitest'
import { pageLinks } from './page-files.ts'

const page = (path: string, name: string) => ({ path, modules: [`/assets/${name}.js`], styles: [`/assets/${name}.css`] })

describe('preloaded files of a page', () => {
  const links = pageLinks([page('/moments/:uid?', 'Moments'), page('/profile/:uid', 'Profile'), page('/profile/:user_id/spotify', 'Music')])

  test.each([
    ['/moments', 'Moments'],
    ['/moments/', 'Moments'],
    ['/Moments?tab=all', 'Moments'],
    ['/moments/0192-a', 'Moments'],
    ['/profile/0192-a', 'Profile'],
    ['/profile/0192-a/spotify?range=4w', 'Music'],
  ])('%s names the files of %s and of nothing else', (address, name) => {
    expect(links(address)).toBe(
      `<link rel="preload" as="style" crossorigin href="/assets/${name}.css"><link rel="modulepreload" crossorigin href="/assets/${name}.js">`,
    )
  })

  test('lists files that are probably needed next as prefetches', () => {
    const withNext = pageLinks([{ path: '/chat', modules: [], styles: [], later: ['/assets/next.css', '/assets/next.js'] }])
    expect(withNext('/chat')).toBe(
      '<link rel="prefetch" as="style" crossorigin href="/assets/next.css"><link rel="prefetch" as="script" crossorigin href="/assets/next.js">',
    )
  })

  test.each(['/', '/?shell', '/profile', '/profile/a/b', '/moments/a/b', '/somewhere', '//moments', ''])('%s names nothing', (address) => {
    expect(links(address)).toBe('')
  })
})
