/// <reference types="vite/client" />
import type * as z from 'zod/mini'

type Checked<S extends z.ZodMiniType> = { success: true; data: z.output<S> } | { success: false; at: string; why: string }

/**
 * Checks data of our server by its schema in the contract. Production builds contain no such schemas (web/build/compile-contract.ts): the
 * server has parsed everything that it sends, so the data only has to be an object, which a proxy's page is not.
 */
export function checkData<S extends z.ZodMiniType>(schema: S, data: unknown): Checked<S> {
  if (import.meta.env.PROD) {
    // The server parsed it by the same schema.
    if (typeof data === 'object' && data !== null) return { success: true, data: data as z.output<S> }
    return { success: false, at: '', why: 'not an object' }
  }
  const parsed = schema.safeParse(data)
  if (parsed.success) return parsed
  const [issue] = parsed.error.issues
  return { success: false, at: issue?.path.join('.') ?? '', why: issue?.message ?? '' }
}
