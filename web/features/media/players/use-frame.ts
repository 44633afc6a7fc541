import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** A player without a `ready` message by then counts as unreachable. */
export const READY_TIMEOUT_MS = 8_000

/** A frame that is sandboxed without `allow-same-origin`: its messages have the origin "null", and it has no address to send to. */
export const OPAQUE = 'opaque'

/** `unreachable` ends when the page answers later. */
export type FrameStatus = 'loading' | 'ready' | 'unreachable'

export type FrameOptions<M> = {
  /** The only origin for sent and received messages; `opaque` for a sandboxed frame without an origin of its own. */
  origin: string
  /** Parses a message; null for an invalid one. Must be a stable function. */
  read: (data: unknown) => M | null
  onMessage: (message: M) => void
}

/**
 * Exchanges messages with an iframe. Only messages from that iframe, its origin and in a valid format are accepted,
 * because any window can send messages here.
 */
export function useFrame<M extends { kind: string }>({ origin, read, onMessage }: FrameOptions<M>) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [status, setStatus] = useState<FrameStatus>('loading')
  const receive = useEffectEvent((message: M) => {
    if (message.kind === 'ready') setStatus('ready')
    onMessage(message)
  })

  useEffect(() => {
    const listen = ({ origin: from, source, data }: MessageEvent<unknown>) => {
      if (from !== (origin === OPAQUE ? 'null' : origin) || source === null || source !== frame.current?.contentWindow) return
      const message = read(data)
      if (message) receive(message)
    }
    const timer = setTimeout(() => setStatus((now) => (now === 'loading' ? 'unreachable' : now)), READY_TIMEOUT_MS)
    addEventListener('message', listen)
    return () => {
      clearTimeout(timer)
      removeEventListener('message', listen)
    }
  }, [origin, read])

  const send = (message: unknown) => frame.current?.contentWindow?.postMessage(message, origin === OPAQUE ? '*' : origin)
  /** Marks a page without messages as ready once it has loaded. */
  const markReady = () => setStatus('ready')
  return { frame, status, send, markReady }
}
