/** The fields of stored or received JSON; none when it is not an object. */
export const fieldsOf = (json: unknown): Readonly<Record<string, unknown>> =>
  typeof json === 'object' && json !== null && !Array.isArray(json) ? { ...json } : {}

export const isText = (value: unknown): value is string => typeof value === 'string'
