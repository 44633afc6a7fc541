/* Inserts prerendered markup into the page's template. */
import { type AppLanguage, directionOf } from '#contract/languages/languages.ts'

export type Prerendered = {
  language: AppLanguage
  markup: string
  /** Style sheets of the markup, and modules that the app needs for its first render. */
  styles: readonly string[]
  modules: readonly string[]
}

/** The template with the prerendered markup before the app's root. @param nonce the nonce of style elements */
export function prerenderedPage(template: string, { language, markup, styles, modules }: Prerendered, nonce: string): string {
  const { rules, classed } = liftStyles(markup)
  const head = [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="${file}" nonce="${nonce}">`),
    ...modules.map((file) => `<link rel="modulepreload" crossorigin href="${file}" nonce="${nonce}">`),
    `<style nonce="${nonce}">${rules}</style>`,
  ]
  const page = template
    .replace(/<html lang="[^"]*" dir="[^"]*"/, `<html lang="${language}" dir="${directionOf(language)}"`)
    .replace('</head>', () => `${head.join('')}</head>`)
    .replace('<div id="root">', (root) => `<div id="prerendered">${withoutTitle(classed)}</div>${root}`)
  return later(page)
}

/** Removes the module scripts, which `public/start-app.js` loads later: the page is readable and usable without the app. */
function later(page: string): string {
  const [tag = '', address = ''] = /<script type="module"[^>]* src="([^"]*)"[^>]*><\/script>/.exec(page) ?? []
  return page
    .replace(tag, '')
    .replaceAll('<link rel="modulepreload"', '<link data-later')
    .replace('</body>', (end) => `<script src="/start-app.js" data-app="${address}"></script>${end}`)
}

/** The head already has the title. */
const withoutTitle = (markup: string) => markup.replace(/<title>[^<]*<\/title>/, '')

/**
 * Converts style attributes to rules of a style element: our content policy forbids the attributes (server/platform/http/content-
 * policy.ts).
 */
export function liftStyles(markup: string): { rules: string; classed: string } {
  const names = new Map<string, string>()
  const classed = markup.replaceAll(/ style="([^"]*)"/g, (_, declarations: string) => {
    const name = names.get(declarations) ?? `s${names.size}`
    names.set(declarations, name)
    return ` data-prerendered-style="${name}"`
  })
  // Attributes escape quotes and ampersands; style elements don't.
  const plain = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
  const rules = [...names].map(([declarations, name]) => `[data-prerendered-style='${name}']{${plain(declarations)}}`).join('')
  return { rules, classed }
}
