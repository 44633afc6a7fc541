/* Uploads an import file in parts. The upload continues while the user visits other pages; after a connection loss it waits and
   resumes. Leaving the site cancels it. */
import { create } from 'zustand'
import { IMPORT_PART_BYTES, importCalls, type FileImport } from '#contract/imports.ts'
import { onUserLeft } from '#web/features/identity/auth.store.ts'
import type { ApiFailure } from '#web/platform/api-error.ts'
import { readApi } from '#web/platform/api-client.ts'
import { queryClient } from '#web/platform/query.ts'
import { putImport } from './imports.cache.ts'
import type { Consent } from '#web/features/sources/sources.commands.ts'

export type Upload =
  | { is: 'idle' }
  | { is: 'asking' }
  | { is: 'sending'; id: string }
  /** The connection is lost; `id` can be resumed. */
  | { is: 'stopped'; id: string }
  | { is: 'rejected'; failure: ApiFailure }

export const useUpload = create<{ upload: Upload }>()(() => ({ upload: { is: 'idle' } }))
const set = (upload: Upload) => useUpload.setState({ upload })

/** Retry delays of one part, in milliseconds. After the last one the user decides. */
const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 10_000, 15_000] as const

let current: { id: string; file: Blob } | null = null

// Exports contain personal data: the next user must neither see nor resume the upload.
onUserLeft(() => {
  current = null
  set({ is: 'idle' })
})

/** Announces a file and uploads it. */
export async function uploadFile(file: File, consent: Consent): Promise<void> {
  if (useUpload.getState().upload.is === 'asking') return
  set({ is: 'asking' })
  const started = await readApi(importCalls.beginImport, {
    body: {
      file_name: file.name.slice(0, 300) || 'file',
      bytes: file.size,
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...consent,
    },
  })
  if (!started.ok) return set({ is: 'rejected', failure: started.failure })
  putImport(queryClient, started.value)
  current = { id: started.value.id, file }
  await sendFrom(started.value)
}

/** Resumes after a connection loss. */
export async function resumeUpload(): Promise<void> {
  if (!current) return
  const imports = await readApi(importCalls.getImports)
  const one = imports.ok ? imports.value.imports.find(({ id }) => id === current?.id) : null
  if (one) await sendFrom(one)
}

/** Cancels an import and deletes its data. */
export async function cancelImport(id: string): Promise<void> {
  if (current?.id === id) current = null
  const result = await readApi(importCalls.cancelImport, { params: { id } })
  if (!result.ok) return set({ is: 'rejected', failure: result.failure })
  putImport(queryClient, result.value)
  set({ is: 'idle' })
}

async function sendFrom(started: FileImport, pause = wait): Promise<void> {
  let state = started
  set({ is: 'sending', id: state.id })
  while (current?.id === state.id && state.status === 'uploading') {
    const sent = await sendPart(state, current.file, pause)
    // Cancelled in the meantime: the cancel has set the state.
    if (current?.id !== state.id) return
    if (sent === 'offline') return set({ is: 'stopped', id: state.id })
    if ('kind' in sent) {
      current = null
      return set({ is: 'rejected', failure: sent })
    }
    state = sent
    putImport(queryClient, state)
  }
  if (current?.id !== state.id) return
  current = null
  set({ is: 'idle' })
}

async function sendPart({ id, next_part: part }: FileImport, file: Blob, pause: typeof wait): Promise<FileImport | ApiFailure | 'offline'> {
  for (let attempts = 0; ; attempts++) {
    const form = new FormData()
    form.append('file', file.slice(part * IMPORT_PART_BYTES, (part + 1) * IMPORT_PART_BYTES))
    const sent = await readApi(importCalls.sendImportPart, { params: { id, part: String(part) }, form })
    if (sent.ok) return sent.value
    const { kind, code } = sent.failure
    if (kind !== 'offline' && kind !== 'server' && code !== 'rate_limited') return sent.failure
    const pauseMs = RETRY_DELAYS_MS[attempts]
    if (pauseMs === undefined) return kind === 'offline' ? 'offline' : sent.failure
    await pause(pauseMs)
    if (current?.id !== id) return 'offline'
  }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
