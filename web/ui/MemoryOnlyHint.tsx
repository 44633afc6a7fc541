import { useSyncExternalStore } from 'react'
import { useLingui } from '@lingui/react'
import { memoryOnly, onMemoryOnlyChange } from '#web/platform/storage/memory-only.ts'

/** Says that what the user wrote exists only in this tab, because the browser could not store it. @param name the name of its entry */
export function MemoryOnlyHint({ name }: { name: string }) {
  const { i18n } = useLingui()
  const isMemoryOnly = useSyncExternalStore(onMemoryOnlyChange, () => memoryOnly.has(name))
  return (
    isMemoryOnly && (
      <output className="wl-small">{i18n._({ id: 'memory-only', message: 'Only in this tab: your browser can’t save it.' })}</output>
    )
  )
}
