import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** A page that has not said `ready` by then counts as out of reach. */
export const READY_WITHIN_MS = 8_000

/** `unreachable` is left again when the page answers after all. */
export type FrameStatus = 'loading' | 'ready' | 'unreachable'

export type FrameOptions<M> = {
  /** The only origin that is listened to and spoken to. */
  origin: string
  /** Reads a message, or gives null for what is none. The same function every time. */
  read: (data: unknown) => M | null
  onMessage: (message: M) => void
}

/**
 * Speaks with a page in a frame. Only what comes from that very frame, from its origin and in the agreed shape is heard:
 * any other frame or window can send messages here, too.
 */
export function useFrame<M extends { kind: string }>({ origin, read, onMessage }: FrameOptions<M>) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [status, setStatus] = useState<FrameStatus>('loading')
  const hear = useEffectEvent((message: M) => {
    if (message.kind === 'ready') setStatus('ready')
    onMessage(message)
  })

  useEffect(() => {
    const listen = ({ origin: from, source, data }: MessageEvent<unknown>) => {
      if (from !== origin || source === null || source !== frame.current?.contentWindow) return
      const message = read(data)
      if (message) hear(message)
    }
    const timer = setTimeout(() => setStatus((now) => (now === 'loading' ? 'unreachable' : now)), READY_WITHIN_MS)
    addEventListener('message', listen)
    return () => {
      clearTimeout(timer)
      removeEventListener('message', listen)
    }
  }, [origin, read])

  const send = (message: unknown) => frame.current?.contentWindow?.postMessage(message, origin)
  /** Takes a page that says nothing for ready: it has loaded. */
  const answered = () => setStatus('ready')
  return { frame, status, send, answered }
}
