import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { buildWhenStale } from './build-lock.ts'
import { compressFolder } from './compress.ts'
import { writePageFiles } from './page-files.ts'
import { prerenderLanding } from './prerender.ts'
import { keepReplacedFiles, keepReplacedAssets } from './replaced-files.ts'
import { sourceHash } from './source-hash.ts'
import { viteBuild } from './vite-build.ts'

const STAMP = 'dist/web.built'
const LOCK = 'dist/web.lock'
const ASSETS = 'dist/web/assets'
const REPLACED_FOLDER = 'dist/web.replaced'
/** The server looks here too (`server/platform/http/pages.ts`). */
const OLD_ASSETS = 'dist/web.old'
const sources = ['web/**/*', 'contract/**/*.ts', 'vite.config.ts', 'package-lock.json', 'tools/build/*.ts', 'tools/manifest.ts']

/**
 * Builds the web app when any of its sources has changed since the last build. If another process builds it, this waits.
 * @throws Error with the bundler's message when the build fails
 */
export async function buildWebWhenStale(): Promise<void> {
  await buildWhenStale({ lockPath: LOCK, isFresh: isBuilt, build, onWait: () => console.log('Waiting for another build of the web …') })
}

const isBuilt = (): boolean => existsSync('dist/web/index.html') && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sourceHash(sources)

async function build(): Promise<void> {
  const currentHash = sourceHash(sources)
  console.log('Building the web …')
  // Until the end, no other process may take the files for a finished build.
  rmSync(STAMP, { force: true })
  keepReplacedAssets(ASSETS, REPLACED_FOLDER)
  const { code, output } = await viteBuild()
  if (code !== 0) throw new Error(`The web could not be built.\n${output}`)
  writePageFiles('dist/web')
  await prerenderLanding('dist/web', 'dist/prerender')
  await compressFolder('dist/web')
  keepReplacedFiles(ASSETS, REPLACED_FOLDER, OLD_ASSETS)
  writeFileSync(STAMP, currentHash)
}
