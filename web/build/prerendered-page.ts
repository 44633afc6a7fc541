/* Inserts prerendered markup into the page's template. */
import { type AppLanguage, directionOf } from '#contract/languages/languages.ts'

export type Prerendered = {
  language: AppLanguage
  markup: string
  /** Addresses of the markup's style sheets, and of the modules that the app needs for its first render. */
  styles: readonly string[]
  modules: readonly string[]
}

/**
 * The template with the prerendered markup before the app's root. Its styles are part of it, so the first painting waits for no other file.
 * @param nonce the nonce of style elements
 * @param readStyle returns a style sheet by its address
 */
export function prerenderedPage(
  template: string,
  { language, markup, styles, modules }: Prerendered,
  nonce: string,
  readStyle: (address: string) => string,
): string {
  const { rules, classed } = liftStyles(markup)
  const sheets = [...[...template.matchAll(styleLink)].map(([, address = '']) => address), ...styles]
  const { fonts, others } = separateFonts(sheets.map(readStyle).join(''))
  const head = [
    `<style nonce="${nonce}">${others}${rules}</style>`,
    // Loaded after the first painting (public/start-app.js): text is drawn in local fonts of the same size until then.
    `<style media="not all" nonce="${nonce}">${fonts}</style>`,
    // Never loaded. The bundler's code finds them and doesn't load the same styles again.
    ...sheets.map((file) => `<link rel="stylesheet" disabled href="${file}">`),
    ...modules.map((file) => `<link rel="modulepreload" crossorigin href="${file}" nonce="${nonce}">`),
  ]
  const page = template
    .replace(/<html lang="[^"]*" dir="[^"]*"/, `<html lang="${language}" dir="${directionOf(language)}"`)
    .replaceAll(styleLink, '')
    .replaceAll(/<link rel="preload" as="font"[^>]*>/g, '')
    .replace('</head>', () => `${head.join('')}</head>`)
    .replace('<div id="root">', (root) => `<div id="prerendered">${withoutTitle(classed)}</div>${root}`)
  return withDeferredScripts(page)
}

const styleLink = /<link rel="stylesheet"[^>]* href="([^"]*)"[^>]*>/g

/** Separates the fonts that have to be loaded from the other rules. */
function separateFonts(css: string): { fonts: string; others: string } {
  const loaded = /@font-face\s*\{[^}]*url\([^}]*\}/g
  return { fonts: (css.match(loaded) ?? []).join(''), others: css.replaceAll(loaded, '') }
}

/** Removes the module scripts, which `public/start-app.js` loads later: the page is readable and usable without the app. */
function withDeferredScripts(page: string): string {
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
