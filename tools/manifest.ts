import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Chunk = { file: string; css?: string[]; imports?: string[] }
/** The bundler's manifest, by the source module of each file. */
export type Manifest = Partial<Record<string, Chunk>>

/** @param folder the built web app @throws Error when it was not built */
export function readManifest(folder: string): Manifest {
  // Written by the build.
  return JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
}

/** Addresses of the files that the modules need beyond those in the template. @param modules their paths under `web/` */
export function filesOf(manifest: Manifest, modules: readonly string[], template: string): { styles: string[]; modules: string[] } {
  const found = new Map<string, Chunk>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || found.has(name)) return
    found.set(name, chunk)
    chunk.imports?.forEach(visit)
  }
  modules.forEach(visit)
  const newPaths = (files: string[]) => [...new Set(files)].map((file) => `/${file}`).filter((file) => !template.includes(file))
  const chunks = [...found.values()]
  return { styles: newPaths(chunks.flatMap(({ css = [] }) => css)), modules: newPaths(chunks.map(({ file }) => file)) }
}
