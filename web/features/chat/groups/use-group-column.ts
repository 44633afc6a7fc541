import { useMediaQuery } from '@mantine/hooks'
import { create } from 'zustand'
import { readStored, writeStored } from '#web/platform/browser-storage.ts'

/** From here on the members stand beside the messages. */
const WIDE = '(min-width: 1280px)'
const KEY = 'group.column'

const useOpen = create<{ isOpen: boolean }>()(() => ({ isOpen: readStored(KEY) !== null }))

/** Whether there is room for a column, and whether the user has it open, in all groups and over visits. */
export function useGroupColumn(): { isWide: boolean; isOpen: boolean; setOpen: (isOpen: boolean) => void } {
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false })
  const isOpen = useOpen((state) => state.isOpen)
  return { isWide, isOpen: isWide && isOpen, setOpen }
}

function setOpen(isOpen: boolean): void {
  useOpen.setState({ isOpen })
  writeStored(KEY, isOpen ? 'open' : null)
}
