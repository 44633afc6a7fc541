import * as z from 'zod/mini'
import type { CallDefinition } from '#contract/base/call.ts'

type Json = Record<string, unknown>
type Part = 'params' | 'query' | 'body'

/** One request: a call with its required inputs, in which one text is replaced. */
export type HostileRequest = { field: string; params: Record<string, string>; query: Record<string, string>; body: unknown }

/** Strings with a meaning in SQL, in searches, in JSON, or in concatenated strings. */
export const hostileStrings: Record<string, string> = {
  'a quote and a truth': `' or 1=1--`,
  'a second statement': `'; drop table people; --`,
  'a comment': `x' /* */ or '' = '`,
  'quoted names': `" or ""="`,
  'a backslash': `\\' or 1=1 -- \\`,
  'a placeholder': `$1 $$ $tag$`,
  wildcards: `%_%`,
  'a NUL': `a\u0000b`,
  'half a letter': `a\ud800b`,
  'letters from everywhere': `𝕏🎧\u202e中\u0301ﷺ`,
  'a path': `../../../etc/passwd`,
  'very long': `'%`.repeat(3_000),
}

/** A value that is valid by a JSON schema. `known` has values for fields by name. */
function sample(schema: Json, valueFor: (field: string) => string | undefined, field = ''): unknown {
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  const either = schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']
  if (Array.isArray(either)) return sample(either[0] as Json, valueFor, field) // JSON schemas contain only schemas there
  if (schema['type'] === 'object') {
    const required = new Set((schema['required'] ?? []) as string[])
    const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Json>)
    return Object.fromEntries(properties.filter(([name]) => required.has(name)).map(([name, of]) => [name, sample(of, valueFor, name)]))
  }
  if (schema['type'] === 'array') return [sample((schema['items'] ?? {}) as Json, valueFor, field)]
  if (schema['type'] === 'integer' || schema['type'] === 'number') return schema['minimum'] ?? 1
  if (schema['type'] === 'boolean') return true
  if (schema['type'] === 'null') return null
  return valueFor(field) ?? 'plain'
}

/** The path to each string in the schema; `0` is the first element of a list. */
function textsIn(schema: Json, way: readonly string[] = []): string[][] {
  const either = [schema['anyOf'], schema['oneOf'], schema['allOf']].find(Array.isArray)
  if (either) return textsIn(either.find((json: Json) => json['type'] !== 'null') ?? {}, way)
  if (schema['type'] === 'object')
    return Object.entries((schema['properties'] ?? {}) as Record<string, Json>).flatMap(([name, of]) => textsIn(of, [...way, name]))
  if (schema['type'] === 'array') return textsIn((schema['items'] ?? {}) as Json, [...way, '0'])
  return schema['type'] === 'string' || way.length === 0 ? [[...way]] : []
}

function put(into: unknown, [name, ...rest]: readonly string[], value: string): unknown {
  if (name === undefined) return value
  if (name === '0') return [put(Array.isArray(into) ? into[0] : undefined, rest, value)]
  const object = typeof into === 'object' && into !== null ? into : {}
  return { ...object, [name]: put(Reflect.get(object, name), rest, value) }
}

const parts = ['params', 'query', 'body'] as const

const schemaOf = (call: CallDefinition, part: Part): Json | null =>
  call[part] ? z.toJSONSchema(call[part], { io: 'input', unrepresentable: 'any' }) : null

/** A call with exactly its required inputs. `known` has values for fields by name. */
export function plainRequest(call: CallDefinition, known: (field: string) => string | undefined): Omit<HostileRequest, 'field'> {
  const plainPart = (part: Part) => {
    const schema = schemaOf(call, part)
    return schema === null ? undefined : sample(schema, known)
  }
  const plain = Object.fromEntries(parts.map((part) => [part, plainPart(part)]))
  // Parsed by the call's own schemas; without a schema, nothing is required.
  return { body: undefined, ...plain, params: plain['params'] ?? {}, query: plain['query'] ?? {} } as Omit<HostileRequest, 'field'>
}

/** Each string of a call replaced by each hostile one, with all other inputs valid. */
export function hostileRequests(call: CallDefinition, known: (field: string) => string | undefined): HostileRequest[] {
  const plain = plainRequest(call, known)
  return parts.flatMap((part) => {
    const schema = schemaOf(call, part)
    return (schema ? textsIn(schema) : []).flatMap((way) =>
      Object.entries(hostileStrings).flatMap(([name, text]) => {
        // An address can't contain half a surrogate pair, and no server accepts one of that length.
        if (part !== 'body' && (name === 'half a letter' || name === 'very long')) return []
        return [{ ...plain, [part]: put(plain[part], way, text), field: `${part} ${way.join('.')}: ${name}` }]
      }),
    )
  })
}
