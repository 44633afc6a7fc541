import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { appLanguages } from '#contract/languages/languages.ts'
import { NONCE_PLACEHOLDER, PRERENDERED } from '#server/platform/http/pages.ts'
import { prerenderedPage } from '#web/build/prerendered-page.ts'
import { filesOf, readManifest } from '#tools/manifest.ts'
import { viteBuild } from './vite-build.ts'

const ENTRY = 'app/prerender.tsx'
const PAGE = 'pages/landing/LandingPage.tsx'

/**
 * Writes the landing page, rendered in every language, beside the template of a built web app.
 * @param folder the built web app;
 * @param scratch where the rendering code is built
 */
export async function prerenderLanding(folder: string, scratch: string): Promise<void> {
  const { code, output } = await viteBuild('--ssr', ENTRY, '--outDir', join('..', scratch))
  if (code !== 0) throw new Error(`The landing page could not be rendered.\n${output}`)
  const template = readFileSync(join(folder, 'index.html'), 'utf8')
  const needed = filesOf(readManifest(folder), [PAGE], template)
  mkdirSync(join(folder, PRERENDERED), { recursive: true })
  for (const language of appLanguages) {
    const markup = await renderPage(join(scratch, 'prerender.js'), language)
    writeFileSync(
      join(folder, PRERENDERED, `${language}.html`),
      prerenderedPage(template, { language, markup, ...needed }, NONCE_PLACEHOLDER, (address) =>
        readFileSync(join(folder, address), 'utf8'),
      ),
    )
  }
}

/** In its own process: rendering runs as in production, and none of its code stays in the serving process. */
async function renderPage(file: string, language: string): Promise<string> {
  const script = `import(${JSON.stringify(pathToFileURL(file).href)}).then(async ({ renderLanding }) => process.stdout.write(await renderLanding('${language}')))`
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { env: { ...process.env, NODE_ENV: 'production' } })
  return stdout
}
