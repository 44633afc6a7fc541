import { useEffect } from 'react'
import { importCalls, importFrames, type FileImport } from '#contract/imports.ts'
import { socketLink } from '#web/platform/socket/app-socket.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import { queryClient, useCall } from '#web/platform/query.ts'
import { addedSentence, importState } from './imports.messages.ts'
import { isUnderWay, putImport } from './imports.cache.ts'
import { sourceName } from '#web/features/sources/source.messages.ts'
import { refreshSources, refreshTaste } from '#web/features/sources/sources.cache.ts'

/** Polling interval while the socket, which reports progress, is disconnected. */
const POLL_MS = 4_000
const PAGE = '/social_connect'

/** The viewer's imports, updated while a file is processed. */
export function useImports({ enabled }: { enabled: boolean }) {
  useEffect(follow, [])
  const imports = useCall(importCalls.getImports, {}, { enabled })
  const isBusy = imports.data?.imports.some(isUnderWay) ?? false
  const { refetch } = imports
  useEffect(() => {
    if (!isBusy) return undefined
    const timer = setInterval(() => void refetch(), POLL_MS)
    return () => clearInterval(timer)
  }, [isBusy, refetch])
  return imports
}

let isFollowing = false

/** Starts once and keeps following: users want the result while they are on other pages. */
function follow(): void {
  if (isFollowing) return
  isFollowing = true
  socketLink.subscribe(importFrames.import_changed, ({ import: one }) => {
    putImport(queryClient, one)
    if (isUnderWay(one)) return
    if (one.status === 'done') {
      refreshSources(queryClient)
      refreshTaste(queryClient)
    }
    if (location.pathname !== PAGE) showResult(one)
  })
}

function showResult(fileImport: FileImport): void {
  if (fileImport.status === 'failed') notify('error', `${fileImport.file_name}: ${importState(i18n, fileImport)}`)
  if (fileImport.status === 'repeated') notify('neutral', importState(i18n, fileImport))
  if (fileImport.status !== 'done' || !fileImport.summary || fileImport.source === null) return
  const values = { source: sourceName(i18n, fileImport.source), added: addedSentence(i18n, fileImport.summary) }
  notify(
    'positive',
    values.added === ''
      ? i18n._({ id: 'import.told.nothing-new', message: '{source} is in. There was nothing new.', values })
      : i18n._({ id: 'import.told', message: '{source} is in. New: {added}.', values }),
  )
}
