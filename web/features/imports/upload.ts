/* Uploads an import file in parts. The upload continues while the user visits other pages; after a connection loss it waits and
   resumes. Leaving the site cancels it. */
import { create } from 'zustand'
import { IMPORT_PART_BYTES, importCalls, type FileImport } from '#contract/imports.ts'
import { onUserLeft } from '#web/features/identity/auth.store.ts'
import type { ApiFailure } from '#web/platform/api-error.ts'
import { readApi } from '#web/platform/api-client.ts'
import { queryClient, refreshCall } from '#web/platform/query.ts'
import { putImport } from './imports.cache.ts'
import type { Consent } from '#web/features/sources/sources.commands.ts'

export type Upload =
  | { status: 'idle' }
  | { status: 'asking' }
  | { status: 'sending'; id: string }
  /** The connection is lost; `id` can be resumed. */
  | { status: 'stopped'; id: string }
  | { status: 'rejected'; failure: ApiFailure }
  /** The browser can't read it: a folder, or a file that was moved or changed. */
  | { status: 'unreadable' }

export const useUpload = create<{ upload: Upload }>()(() => ({ upload: { status: 'idle' } }))
const set = (upload: Upload) => useUpload.setState({ upload })

/** Retry delays of one part, in milliseconds. After the last one the user decides. */
const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 10_000, 15_000] as const

type Sending = { id: string; file: Blob }
let current: Sending | null = null

// Exports contain personal data: the next user must neither see nor resume the upload.
onUserLeft(() => {
  current = null
  set({ status: 'idle' })
})

/** Announces a file and uploads it. */
export async function uploadFile(file: File, consent: Consent): Promise<void> {
  if (useUpload.getState().upload.status === 'asking') return
  set({ status: 'asking' })
  if (!(await isReadable(file))) return set({ status: 'unreadable' })
  const started = await readApi(importCalls.beginImport, {
    body: {
      file_name: file.name.slice(0, 300) || 'file',
      bytes: file.size,
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...consent,
    },
  })
  if (!started.ok) {
    // Another tab or device started it, so this list doesn't have it yet. The user can cancel it there.
    if (started.failure.code === 'import_running') await refreshCall(importCalls.getImports, {})
    return set({ status: 'rejected', failure: started.failure })
  }
  putImport(queryClient, started.value)
  current = { id: started.value.id, file }
  await sendFrom(started.value)
}

/** Resumes after a connection loss. */
export async function resumeUpload(): Promise<void> {
  if (!current) return
  const imports = await readApi(importCalls.getImports)
  const first = imports.ok ? imports.value.imports.find(({ id }) => id === current?.id) : null
  if (first) await sendFrom(first)
}

/** Cancels an import and deletes its data. Without a connection it stays, and can be resumed. */
export async function cancelImport(id: string): Promise<void> {
  const stopped = current?.id === id ? current : null
  if (stopped) current = null
  const result = await readApi(importCalls.cancelImport, { params: { id } })
  if (result.ok) {
    putImport(queryClient, result.value)
    return set({ status: 'idle' })
  }
  const { upload } = useUpload.getState()
  // The user may have left meanwhile.
  if (!stopped || upload.status === 'idle') return set({ status: 'rejected', failure: result.failure })
  // A new object: the sending that the cancellation stopped doesn't go on.
  current = { ...stopped }
  set({ status: 'stopped', id })
}

async function sendFrom(started: FileImport): Promise<void> {
  let state = started
  const sending = current
  if (!sending) return
  set({ status: 'sending', id: state.id })
  while (current === sending && state.status === 'uploading') {
    const sent = await sendPart(state, sending)
    // Cancelled in the meantime: the cancel has set the state.
    if (current !== sending) return
    if (sent === 'offline') return set({ status: 'stopped', id: state.id })
    if (sent === 'unreadable') {
      await cancelImport(state.id)
      return set({ status: 'unreadable' })
    }
    if ('kind' in sent) {
      current = null
      return set({ status: 'rejected', failure: sent })
    }
    state = sent
    putImport(queryClient, state)
  }
  if (current !== sending) return
  current = null
  set({ status: 'idle' })
}

async function sendPart(
  { id, next_part: part }: FileImport,
  sending: Sending,
): Promise<FileImport | ApiFailure | 'offline' | 'unreadable'> {
  for (let attempts = 0; ; attempts++) {
    const form = new FormData()
    form.append('file', sending.file.slice(part * IMPORT_PART_BYTES, (part + 1) * IMPORT_PART_BYTES))
    const sent = await readApi(importCalls.sendImportPart, { params: { id, part: String(part) }, form })
    if (sent.ok) return sent.value
    const { kind, code } = sent.failure
    // A request whose file can't be read fails like one without a network.
    if (kind === 'offline' && !(await isReadable(sending.file))) return 'unreadable'
    if (kind !== 'offline' && kind !== 'server' && code !== 'rate_limited' && code !== 'too_slow') return sent.failure
    const pauseMs = RETRY_DELAYS_MS[attempts]
    if (pauseMs === undefined) return kind === 'offline' ? 'offline' : sent.failure
    await wait(pauseMs)
    if (current !== sending) return 'offline'
  }
}

const isReadable = (file: Blob): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
