import { useState } from 'react'
import type { Folder } from '#contract/taste/folders.ts'
import { limits } from '#contract/limits.ts'
import { nameLimit } from '#web/ui/inputs/text-limit.ts'
import { createFolder } from './folders.commands.ts'

/** The name of a new folder, and the props of its field about the length. `create` returns the folder, or null if there is none. */
export function useNewFolder() {
  const [name, setName] = useState('')
  const [isSaving, setSaving] = useState(false)
  const limit = nameLimit(name, limits.folders.name)
  const isNamed = name.trim() !== '' && !limit.isOver
  async function create(): Promise<Folder | null> {
    if (!isNamed || isSaving) return null
    setSaving(true)
    const folder = await createFolder(name.trim())
    setSaving(false)
    return folder
  }
  return { name, setName, field: limit.field, isNamed, isSaving, create }
}
