import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { pagesIn } from './page-files.ts'

describe('pages in the list of routes', () => {
  const source = readFileSync('web/app/routes.ts', 'utf8')

  test('finds every page of the app with an existing module', () => {
    const pages = pagesIn(source)
    expect(pages).toContainEqual({ path: '/moments/:uid?', module: 'pages/moments/MomentsPage.tsx' })
    expect(pages).toContainEqual({ path: '/chat/:chat_id?', module: 'features/chat/ChatPage.tsx' })
    expect(pages.filter(({ module }) => !existsSync(`web/${module}`))).toEqual([])
    expect(pages.length).toBeGreaterThan(20)
  })

  test('throws for a page in an unexpected format', () => {
    const other = source.replace(
      "publicPage('/login', 'LoginPage', () => import('#web/pages/login/LoginPage.tsx'))",
      "otherPage(() => import('./Other.tsx'))",
    )
    expect(other).not.toBe(source)
    expect(() => pagesIn(other)).toThrow('web/app/routes.ts')
  })
})
