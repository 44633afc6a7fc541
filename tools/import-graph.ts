import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const sources = '{contract,server,web,sandbox,tests,tools,bench}/**/*.{ts,tsx,mjs,json}'
/** Imports, static and lazy, and files that are started as a process or a worker. */
const references = /(?:\b(?:from|import)\s*\(?|new URL\()\s*'([^']+)'/g

/** Which files import which, directly. Paths are relative to the project's folder, as Git gives them. */
export function importersByFile(): Map<string, Set<string>> {
  const importers = new Map<string, Set<string>>()
  for (const file of globSync(sources)) {
    if (file.endsWith('.json')) continue
    for (const [, wanted = ''] of readFileSync(file, 'utf8').matchAll(references)) {
      const imported = wanted.startsWith('#') ? wanted.slice(1) : join(dirname(file), wanted)
      importers.set(imported, (importers.get(imported) ?? new Set()).add(file))
    }
  }
  return importers
}

/** The files themselves, and every file that imports one of them, however indirectly. */
export function affectedBy(files: readonly string[], importers = importersByFile()): Set<string> {
  const affected = new Set(files)
  // Iterating over a Set includes items that are added meanwhile.
  for (const file of affected) for (const importer of importers.get(file) ?? []) affected.add(importer)
  return affected
}
