import type * as z from 'zod/mini'

/** One kind of socket frame: `{ "event": name, "data": ... }`. */
export type FrameDefinition<N extends string = string, S extends z.ZodMiniType = z.ZodMiniType> = { event: N; data: S }

export type FrameData<F> = F extends FrameDefinition<string, infer S> ? z.output<S> : never

/** Defines one socket event and the shape of its data, in either direction. */
export function defineFrame<const N extends string, S extends z.ZodMiniType>(event: N, data: S): FrameDefinition<N, S> {
  return { event, data }
}

/** Parses the text of a socket message. Returns null unless it is a frame: the caller decides what a malformed message means. */
export function parseFrame(text: string): { event: string; data: unknown } | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('event' in value) || typeof value.event !== 'string') return null
    return { event: value.event, data: 'data' in value ? value.data : {} }
  } catch {
    // Not JSON.
    return null
  }
}
