import { useState } from 'react'
import type { Folder } from '#contract/taste/folders.ts'
import { limits } from '#contract/limits.ts'
import { useRepeatableId } from '#web/platform/use-repeatable-id.ts'
import { nameLimit } from '#web/ui/inputs/text-limit.ts'
import { createFolder } from './folders.commands.ts'

/** The name of a new folder, and the props of its field about the length. `create` returns the folder, or null if there is none. */
export function useNewFolder() {
  const [name, setName] = useState('')
  const [isSaving, setSaving] = useState(false)
  const { idOf, reset } = useRepeatableId()
  const limit = nameLimit(name, limits.folders.name)
  const isNamed = name.trim() !== '' && !limit.isOver
  async function create(): Promise<Folder | null> {
    if (!isNamed || isSaving) return null
    setSaving(true)
    const folder = await createFolder(name.trim(), { id: idOf(name.trim()) })
    setSaving(false)
    if (!folder) return null
    reset()
    setName('')
    return folder
  }
  return { name, setName, field: limit.field, isNamed, isSaving, create }
}
