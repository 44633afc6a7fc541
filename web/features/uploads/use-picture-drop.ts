import { useState, type DragEvent } from 'react'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Handlers that add dropped pictures; `isOver` while files are dragged over the element. With null nothing can be dropped. */
export function usePictureDrop(add: ((files: File[]) => void) | null) {
  const [isOver, setOver] = useState(false)
  if (!add) return { isOver: false, handlers: {} }
  const handlers = {
    onDragOver(event: DragEvent) {
      if (!hasFiles(event)) return
      // Otherwise the browser opens the file.
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
      const pictures = [...event.dataTransfer.files].filter(({ type }) => type.startsWith('image/'))
      if (pictures.length > 0) add(pictures)
    },
  }
  return { isOver, handlers }
}
