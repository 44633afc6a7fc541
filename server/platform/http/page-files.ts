import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where, in the folder of the built web, stands which files each page needs (`tools/page-files.ts`). */
export const PAGE_FILES = '.vite/pages.json'

export type PageFiles = {
  /** As the app's routes say it: `/profile/:uid`, `/moments/:uid?`. */
  path: string
  /** Addresses of modules and style sheets. */
  modules: readonly string[]
  styles: readonly string[]
}

/**
 * What the page at an address will need, as links for its head: fetched beside the app's first code, not after it has run, when
 * dozens of requests at once would make the browser deaf for a moment.
 * @returns a function from address to links; nothing for addresses that it does not know
 */
export function readPageLinks(folder: string): (address: string) => string {
  const file = join(folder, PAGE_FILES)
  // The build wrote it.
  const pages = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PageFiles[]) : []
  return pageLinks(pages)
}

export function pageLinks(pages: readonly PageFiles[]): (address: string) => string {
  const known = pages.map((page) => ({ shape: shapeOf(page.path), links: linksOf(page) }))
  return (address) => {
    const path = address.split('?')[0] ?? ''
    return known.find(({ shape }) => shape.test(path))?.links ?? ''
  }
}

const linksOf = ({ modules, styles }: PageFiles): string =>
  [
    ...styles.map((file) => `<link rel="preload" as="style" crossorigin href="${file}">`),
    ...modules.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`),
  ].join('')

/** Every path that the route takes: what begins with a colon may be anything, and may be missing where it ends with `?`. */
function shapeOf(path: string): RegExp {
  const shapes = path.split('/').filter(Boolean).map(partOf)
  return new RegExp(`^${shapes.join('')}/?$`, 'i')
}

function partOf(part: string): string {
  if (part.startsWith(':')) return part.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+'
  return `/${part.replaceAll(/\W/g, String.raw`\$&`)}`
}
