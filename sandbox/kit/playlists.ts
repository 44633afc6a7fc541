import { randomBytes } from 'node:crypto'
import type { FakeResponse } from './http.ts'

export type Playlists = ReturnType<typeof createPlaylists>

/** Playlists that applications create at a fake service. They live as long as the service. */
export function createPlaylists() {
  const all = new Map<string, { login: string; title: string; items: string[] }>()
  return {
    create(login: string, title: string): string {
      const id = `PL${randomBytes(10).toString('hex')}`
      all.set(id, { login, title, items: [] })
      return id
    },
    /** Returns false for a list of another login, or an unknown one. */
    add(login: string, id: string, items: readonly string[]): boolean {
      const list = all.get(id)
      if (list?.login !== login) return false
      list.items.push(...items)
      return true
    },
    /** The list as plain text; null if there is none. */
    page(id: string | null | undefined): FakeResponse | null {
      const list = all.get(id ?? '')
      if (!list) return null
      const body = [list.title, ...list.items].join('\n')
      return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body }
    },
  }
}

/** The object of a JSON body; empty for anything else. */
export function parsedBody(body: string): Record<string, unknown> {
  try {
    return recordOf(JSON.parse(body))
  } catch {
    // Not JSON: the call then lacks its fields.
    return {}
  }
}

export const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
