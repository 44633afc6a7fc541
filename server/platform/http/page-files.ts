import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The file in the web build that lists the files of each page (`tools/build/page-files.ts`). */
export const PAGE_FILES = '.vite/pages.json'

export type PageFiles = {
  /** A route of the app: `/profile/:uid`, `/moments/:uid?`. */
  path: string
  /** URLs of modules and style sheets. */
  modules: readonly string[]
  styles: readonly string[]
  /** Files that the next action probably needs. Browsers fetch them when they have nothing else to do, and not while saving data. */
  later?: readonly string[]
}

/**
 * Preload links for the files of each page, so that they load in parallel with the app's first script. Afterwards, dozens of
 * simultaneous requests would block the browser for a moment.
 * @returns a function from a URL to links; '' for unknown URLs
 */
export function readPageLinks(folder: string): (address: string) => string {
  const file = join(folder, PAGE_FILES)
  // Written by the build.
  const pages = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PageFiles[]) : []
  return pageLinks(pages)
}

export function pageLinks(pages: readonly PageFiles[]): (address: string) => string {
  const pageShapes = pages.map((page) => ({ shape: shapeOf(page.path), links: linksOf(page) }))
  return (address) => {
    const path = address.split('?')[0] ?? ''
    return pageShapes.find(({ shape }) => shape.test(path))?.links ?? ''
  }
}

const linksOf = ({ modules, styles, later = [] }: PageFiles): string =>
  [
    ...styles.map((file) => `<link rel="preload" as="style" crossorigin href="${file}">`),
    ...modules.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`),
    ...later.map((file) => `<link rel="prefetch" as="${file.endsWith('.css') ? 'style' : 'script'}" crossorigin href="${file}">`),
  ].join('')

/** Matches every path of a route: a segment with a colon is a parameter, optional when it ends with `?`. */
function shapeOf(path: string): RegExp {
  const shapes = path.split('/').filter(Boolean).map(partOf)
  return new RegExp(`^${shapes.join('')}/?$`, 'i')
}

function partOf(part: string): string {
  if (part.startsWith(':')) return part.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+'
  return `/${part.replaceAll(/\W/g, String.raw`\$&`)}`
}
