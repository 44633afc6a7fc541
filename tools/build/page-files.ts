import { readFileSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { type PageFiles, PAGE_FILES } from '#server/platform/http/page-files.ts'
import { filesOf, readManifest } from '#tools/manifest.ts'

const ROUTES = 'web/app/routes.ts'

/** What a page shows at some of its addresses only. At the others it is probably opened next. */
const partsOfPages = [{ page: 'features/chat/ChatPage.tsx', path: '/chat/:chat_id', module: 'features/chat/ConversationView.tsx' }]

/** Writes which files each page of a built web needs, for the server to name them in its answer. @param folder the built web */
export function writePageFiles(folder: string): void {
  const template = readFileSync(join(folder, 'index.html'), 'utf8')
  const manifest = readManifest(folder)
  const pages = pagesIn(readFileSync(ROUTES, 'utf8')).flatMap(({ path, module }): PageFiles[] => {
    // The build excludes development pages.
    if (!manifest[module]) return []
    const files = filesOf(manifest, [module], template)
    const part = partsOfPages.find(({ page }) => page === module)
    if (!part) return [{ path, ...files }]
    const all = filesOf(manifest, [module, part.module], template)
    const own = new Set([...files.styles, ...files.modules])
    return [
      { path: part.path, ...all },
      { path, ...files, later: [...all.styles, ...all.modules].filter((file) => !own.has(file)) },
    ]
  })
  writeFileSync(join(folder, PAGE_FILES), JSON.stringify(pages))
}

/**
 * Parses the module of each path from the source of the routes: the bundler knows only modules, and the routes know the paths.
 * @throws Error when a route has another format
 */
export function pagesIn(source: string): { path: string; module: string }[] {
  const pages = [...source.matchAll(/\b(?:publicPage|protectedPage)\(\s*'([^']+)',\s*'\w+',\s*\(\) => import\('([^']+)'\)/g)]
  const imports = source.match(/\bimport\(/g)?.length
  if (pages.length === 0 || pages.length !== imports) throw new Error(`${ROUTES}: ${pages.length} of ${imports} pages could be parsed`)
  return pages.map(([, path = '', module = '']) => ({ path, module: moduleAt(module) }))
}

/** The path in the bundler's list, relative to `web/`. */
const moduleAt = (name: string): string => (name.startsWith('#web/') ? name.slice('#web/'.length) : posix.join('app', name))
