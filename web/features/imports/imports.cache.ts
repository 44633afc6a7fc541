import type { QueryClient } from '@tanstack/react-query'
import { importCalls, type FileImport } from '#contract/imports.ts'
import type { CallOutput } from '#web/platform/api-client.ts'
import { callKey } from '#web/platform/query.ts'

type Imports = CallOutput<typeof importCalls.getImports>
const key = callKey(importCalls.getImports, {})

/** Whether a file is being uploaded or processed. */
export const isUnderWay = ({ status }: FileImport): boolean => status === 'uploading' || status === 'waiting' || status === 'reading'

/** Adds or replaces an import in the cached list; a new one comes first. An outdated answer is ignored. */
export function putImport(client: QueryClient, fileImport: FileImport): void {
  client.setQueryData<Imports>(key, (known) => {
    if (!known) return known
    const before = known.imports.find(({ id }) => id === fileImport.id)
    if (!before) return { ...known, imports: [fileImport, ...known.imports] }
    // Answers and frames may arrive out of order: a finished import stays finished.
    if (!isUnderWay(before) && isUnderWay(fileImport)) return known
    return { ...known, imports: known.imports.map((other) => (other.id === fileImport.id ? fileImport : other)) }
  })
}

export function removeImport(client: QueryClient, id: string): void {
  client.setQueryData<Imports>(key, (known) => known && { ...known, imports: known.imports.filter((entry) => entry.id !== id) })
}
