import { useRef } from 'react'
import { newUuidv7 } from '#contract/base/uuidv7.ts'

/**
 * IDs of what a form creates. The same content gets the same ID, so that another attempt after a lost response creates nothing twice.
 * Call `reset` if the form stays after a success: the next submission is a new one, also with the same content.
 */
export function useRepeatableId(): { idOf: (content: unknown) => string; reset: () => void } {
  const latest = useRef({ content: '', id: '' })
  return {
    idOf(content) {
      const text = JSON.stringify(content)
      if (latest.current.content !== text) latest.current = { content: text, id: newUuidv7(Date.now()) }
      return latest.current.id
    },
    reset: () => void (latest.current = { content: '', id: '' }),
  }
}
