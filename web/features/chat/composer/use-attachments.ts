import { useState, type DragEvent } from 'react'
import { useSearchParams } from 'react-router'

/** Names the moment that a message will be about. */
export const MOMENT_PARAM = 'moment'

/** The moment named by the address; it goes when it was sent or dropped. */
export function useMoment() {
  const [search, setSearch] = useSearchParams()
  const id = search.get(MOMENT_PARAM)
  if (id === null) return null
  const drop = () =>
    setSearch(
      (now) => {
        now.delete(MOMENT_PARAM)
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  return { id, drop }
}

/** Pictures that are dropped anywhere on the conversation go along with the next message; null takes none. */
export function usePictureDrop(add: ((files: File[]) => void) | null) {
  const [isOver, setOver] = useState(false)
  if (!add) return { isOver: false, handlers: {} }
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  const handlers = {
    onDragOver(event: DragEvent) {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave(event: DragEvent) {
      if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false)
    },
    onDrop(event: DragEvent) {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      add([...event.dataTransfer.files].filter(({ type }) => type.startsWith('image/')))
    },
  }
  return { isOver, handlers }
}
