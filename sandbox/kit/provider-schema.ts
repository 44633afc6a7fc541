/**
 * The reduced description of a provider's API: only our calls, and of each type only what can be checked. `tools/provider-schemas.ts`
 * writes these files from the published documents; the contract test reads them.
 */
export type ProviderSchema = {
  source: string
  revision: string
  /** Deviations of recorded answers from the document, so that they aren't taken for bugs of the generator. */
  observed: string[]
  calls: Record<string, { query: Record<string, QuerySchema>; scopes: string[]; answer: Schema }>
  error: Schema
  schemas: Record<string, Schema>
}

export type QuerySchema = { type: string; required?: true; enum?: string[]; minimum?: number; maximum?: number; default?: unknown }

export type Schema = {
  /** The name of another schema. */
  ref?: string
  type?: string
  format?: string
  enum?: string[]
  nullable?: true
  minimum?: number
  maximum?: number
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
}

/** The differences between `value` and `schema`, each with its path. Unknown fields count, because a fake service must not invent any. */
export function schemaProblems(value: unknown, schema: Schema, all: ProviderSchema['schemas'], path = ''): string[] {
  if (schema.ref) {
    const named = all[schema.ref]
    if (!named) return [`${path}: the schema ${schema.ref} is missing`]
    return schemaProblems(value, { ...named, ...(schema.nullable ? { nullable: true } : {}) }, all, path)
  }
  if (value === null) return schema.nullable ? [] : [`${path}: null`]
  if (schema.type === 'object' || schema.properties) return objectProblems(value, schema, all, path)
  if (schema.type === 'array') {
    if (!Array.isArray(value)) return [`${path}: not a list`]
    return value.flatMap((item, index) => schemaProblems(item, schema.items ?? {}, all, `${path}[${index}]`))
  }
  return scalarProblems(value, schema, path)
}

function objectProblems(value: unknown, schema: Schema, all: ProviderSchema['schemas'], path: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path}: not an object`]
  const missing = (schema.required ?? []).filter((name) => !(name in value)).map((name) => `${path}.${name}: missing`)
  if (!schema.properties) return missing
  const wrong = Object.entries(value).flatMap(([name, part]) => {
    const property = schema.properties?.[name]
    return property ? schemaProblems(part, property, all, `${path}.${name}`) : [`${path}.${name}: unknown field`]
  })
  return [...missing, ...wrong]
}

function scalarProblems(value: unknown, { type, format, enum: allowed, minimum, maximum }: Schema, path: string): string[] {
  if (type === undefined) return []
  const fits = type === 'integer' ? Number.isInteger(value) : typeof value === type
  if (!fits) return [`${path}: ${typeof value} instead of ${type}`]
  if (allowed && !allowed.includes(String(value))) return [`${path}: ${String(value)} is none of ${allowed.join(', ')}`]
  if (format === 'date-time' && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(String(value))) return [`${path}: not a time`]
  if ((format === 'uint64' || format === 'uint32') && !/^\d+$/.test(String(value))) return [`${path}: not a count`]
  if (minimum !== undefined && Number(value) < minimum) return [`${path}: below ${minimum}`]
  if (maximum !== undefined && Number(value) > maximum) return [`${path}: above ${maximum}`]
  return []
}

/** The deviations of one of our queries from the provider's document. */
export function queryProblems(query: URLSearchParams, known: Record<string, QuerySchema>): string[] {
  const missing = Object.entries(known)
    .filter(([name, { required }]) => required && !query.has(name))
    .map(([name]) => `?${name}: missing`)
  const wrong = [...query].flatMap(([name, text]) => {
    if (!known[name]) return [`?${name}: unknown parameter`]
    const { required: _, ...schema } = known[name]
    const value =
      schema.type === 'integer' ? Number(text) : schema.type === 'boolean' ? text === 'true' || (text === 'false' ? false : text) : text
    return scalarProblems(value, schema, `?${name}`)
  })
  return [...missing, ...wrong]
}
