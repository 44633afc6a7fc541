import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { pagesIn } from './page-files.ts'

describe('pages in the list of routes', () => {
  const source = readFileSync('web/app/routes.ts', 'utf8')

  test('every page of the app is found, with a module that exists', () => {
    const pages = pagesIn(source)
    expect(pages).toContainEqual({ path: '/moments/:uid?', module: 'app/pages/MomentsPage.tsx' })
    expect(pages).toContainEqual({ path: '/chat/:chat_id?', module: 'features/chat/ChatPage.tsx' })
    expect(pages.filter(({ module }) => !existsSync(`web/${module}`))).toEqual([])
    expect(pages.length).toBeGreaterThan(20)
  })

  test('a page that is written otherwise is not passed over in silence', () => {
    const other = source.replace(
      "lazyPage(async () => (await import('./pages/LoginPage.tsx')).LoginPage)",
      "late(() => import('./Other.tsx'))",
    )
    expect(other).not.toBe(source)
    expect(() => pagesIn(other)).toThrow('web/app/routes.ts')
  })
})
