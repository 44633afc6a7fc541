import type * as z from 'zod/mini'

/** One kind of socket frame: `{ "event": name, "data": ... }`. */
export type FrameDefinition<N extends string = string, S extends z.ZodMiniType = z.ZodMiniType> = { event: N; data: S }

export type FrameData<F> = F extends FrameDefinition<string, infer S> ? z.output<S> : never

/** Defines one socket event and the shape of its data, in either direction. */
export function defineFrame<const N extends string, S extends z.ZodMiniType>(event: N, data: S): FrameDefinition<N, S> {
  return { event, data }
}
