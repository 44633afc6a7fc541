import { useState } from 'react'
import type { Folder } from '#contract/taste/folders.ts'
import { createFolder } from './folders.commands.ts'

/** The name of a new folder. `create` returns the folder, or null if there is none. */
export function useNewFolder() {
  const [name, setName] = useState('')
  const [isSaving, setSaving] = useState(false)
  const isNamed = name.trim() !== ''
  async function create(): Promise<Folder | null> {
    if (!isNamed || isSaving) return null
    setSaving(true)
    const folder = await createFolder(name.trim())
    setSaving(false)
    return folder
  }
  return { name, setName, isNamed, isSaving, create }
}
