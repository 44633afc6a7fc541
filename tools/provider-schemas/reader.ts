import * as z from 'zod/mini'
import type { QuerySchema, Schema } from '#sandbox/kit/provider-schema.ts'

const text = z.optional(z.string())
/** The parts of a type that both kinds of document have; the rest is ignored. */
export type Published = z.output<typeof publishedSchema>
export const publishedSchema = z.object({
  $ref: text,
  type: text,
  format: text,
  description: text,
  nullable: z.optional(z.boolean()),
  deprecated: z.optional(z.boolean()),
  enum: z.optional(z.array(z.unknown())),
  minimum: z.optional(z.union([z.number(), z.string()])),
  maximum: z.optional(z.union([z.number(), z.string()])),
  default: z.optional(z.unknown()),
  /** A list of names in OpenAPI; a boolean for a parameter in a discovery document. */
  required: z.optional(z.union([z.array(z.string()), z.boolean()])),
  repeated: z.optional(z.boolean()),
  get properties() {
    return z.optional(z.record(z.string(), publishedSchema))
  },
  get items() {
    return z.optional(publishedSchema)
  },
  get allOf() {
    return z.optional(z.array(publishedSchema))
  },
})

/** Reduces types one by one and collects the types that they refer to. */
export function createReader(
  types: Record<string, Published>,
  prefix: string,
  canBeNull: (schema: Published, name: string) => boolean,
  keeps: (type: string, field: string) => boolean = () => true,
) {
  const needed = new Set<string>()

  function reduce(schema: Published, name: string): Schema {
    const nullable = canBeNull(schema, name) ? { nullable: true as const } : {}
    const onlyPart = schema.allOf?.length === 1 && !schema.properties ? schema.allOf[0] : undefined
    const ref = (schema.$ref ?? onlyPart?.$ref)?.replace(prefix, '')
    if (ref !== undefined) {
      needed.add(ref)
      return { ref, ...nullable }
    }
    const { type, format, items } = schema
    const whole = flatten(schema, name)
    const required = whole.required.filter((field) => field in whole.properties)
    return {
      ...(type ? { type } : {}),
      ...(format ? { format } : {}),
      ...(schema.enum ? { enum: schema.enum.map(String) } : {}),
      ...limitsOf(schema),
      ...nullable,
      ...(required.length ? { required } : {}),
      ...(Object.keys(whole.properties).length ? { properties: whole.properties } : {}),
      ...(items ? { items: reduce(items, `${name}[]`) } : {}),
    }
  }

  /** The fields of a type and of every type it is composed of, without deprecated ones. */
  function flatten(schema: Published, name: string): { properties: Record<string, Schema>; required: string[] } {
    const named = schema.$ref ? schema.$ref.replace(prefix, '') : name
    const resolved = schema.$ref ? (types[named] ?? schema) : schema
    const properties: Record<string, Schema> = {}
    const required = Array.isArray(resolved.required) ? [...resolved.required] : []
    for (const part of resolved.allOf ?? []) {
      const inner = flatten(part, named)
      Object.assign(properties, inner.properties)
      required.push(...inner.required)
    }
    for (const [field, value] of Object.entries(resolved.properties ?? {})) {
      if (value.deprecated || !keeps(named, field)) continue
      properties[field] = reduce(value, `${named}.${field}`)
    }
    return { properties, required: [...new Set(required)] }
  }

  return {
    reduce,
    /** Every referenced type, and the types that those refer to. */
    schemas: (): Record<string, Schema> => {
      const done: Record<string, Schema> = {}
      for (const name of needed) {
        const type = types[name]
        if (!type) throw new Error(`The type ${name} is not described`)
        done[name] = reduce(type, name)
      }
      return Object.fromEntries(Object.entries(done).toSorted(([a], [b]) => a.localeCompare(b, 'en')))
    },
  }
}

/** The allowed values of one parameter of a query. */
export function reduceQuery(schema: Published, required: boolean): QuerySchema {
  return {
    type: schema.type ?? 'string',
    ...(required ? { required: true as const } : {}),
    ...(schema.enum ? { enum: schema.enum.map(String) } : {}),
    ...limitsOf(schema),
    ...(schema.default === undefined ? {} : { default: schema.default }),
  }
}

const limitsOf = ({ minimum, maximum }: Published) => ({
  ...(minimum === undefined ? {} : { minimum: Number(minimum) }),
  ...(maximum === undefined ? {} : { maximum: Number(maximum) }),
})
