import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { appLanguages } from '#contract/languages.ts'
import { NONCE_MARK, PRERENDERED } from '#server/platform/http/pages.ts'
import { prerenderedPage } from '#web/build/prerendered-page.ts'
import { runTool } from './run-step.ts'

const ENTRY = 'app/landing/prerender.tsx'
const PAGE = 'app/pages/LandingPage.tsx'

type Chunk = { file: string; css?: string[]; imports?: string[] }
type Manifest = Partial<Record<string, Chunk>>

/**
 * Writes the landing page, drawn in every language, beside the template of a built web.
 * @param folder the built web; @param scratch where the code that draws is built
 */
export async function prerenderLanding(folder: string, scratch: string): Promise<void> {
  const { code, output } = await runTool(
    'vite/bin/vite.js',
    ['build', '--ssr', ENTRY, '--outDir', join('..', scratch), '--logLevel', 'warn'],
    {
      quiet: true,
    },
  )
  if (code !== 0) throw new Error(`The landing page could not be drawn.\n${output}`)
  const template = readFileSync(join(folder, 'index.html'), 'utf8')
  // The build wrote it.
  const needed = filesOf(JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest, template)
  mkdirSync(join(folder, PRERENDERED), { recursive: true })
  for (const language of appLanguages) {
    const markup = await draw(join(scratch, 'prerender.js'), language)
    writeFileSync(join(folder, PRERENDERED, `${language}.html`), prerenderedPage(template, { language, markup, ...needed }, NONCE_MARK))
  }
}

/** In a process of its own: what draws runs as in production, and nothing of it stays in the one that serves. */
async function draw(file: string, language: string): Promise<string> {
  const script = `import(${JSON.stringify(pathToFileURL(file).href)}).then(async ({ drawLanding }) => process.stdout.write(await drawLanding('${language}')))`
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { env: { ...process.env, NODE_ENV: 'production' } })
  return stdout
}

/** What the page needs beyond what the template names. */
function filesOf(manifest: Manifest, template: string): { styles: string[]; modules: string[] } {
  const found = new Map<string, Chunk>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || found.has(name)) return
    found.set(name, chunk)
    chunk.imports?.forEach(visit)
  }
  visit(PAGE)
  const named = (files: string[]) => [...new Set(files)].map((file) => `/${file}`).filter((file) => !template.includes(file))
  const chunks = [...found.values()]
  return { styles: named(chunks.flatMap(({ css = [] }) => css)), modules: named(chunks.map(({ file }) => file)) }
}
