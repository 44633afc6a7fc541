import type { QueryClient } from '@tanstack/react-query'
import { importCalls, type FileImport } from '#contract/imports.ts'
import type { Answer } from '#web/platform/api-client.ts'
import { callKey } from '#web/platform/query.ts'

type Imports = Answer<typeof importCalls.getImports>
const key = callKey(importCalls.getImports, {})

/** Whether a file is still on its way or being read. */
export const isUnderWay = ({ status }: FileImport): boolean => status === 'uploading' || status === 'waiting' || status === 'reading'

/** Puts one import where the list is, as the newest when it is new. An answer that is older than what is known is left out. */
export function putImport(client: QueryClient, one: FileImport): void {
  client.setQueryData<Imports>(key, (known) => {
    if (!known) return known
    const before = known.imports.find(({ id }) => id === one.id)
    if (!before) return { ...known, imports: [one, ...known.imports] }
    // Answers and frames take two ways: what is over stays over.
    if (!isUnderWay(before) && isUnderWay(one)) return known
    return { ...known, imports: known.imports.map((other) => (other.id === one.id ? one : other)) }
  })
}

export function removeImport(client: QueryClient, id: string): void {
  client.setQueryData<Imports>(key, (known) => known && { ...known, imports: known.imports.filter((one) => one.id !== id) })
}
