type SnakeCase<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : S

/** The columns of a table that stores T: the column of `createdAt` is `created_at`. */
export type Columns<T> = { [Field in keyof T & string as SnakeCase<Field>]: T[Field] }

/** A row with the names of its fields: `created_at` becomes `createdAt`. */
export function fromColumns<T extends object>(row: Columns<T>): T {
  const fields = Object.entries(row).map(([column, value]) => [
    column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ])
  // The names change as in the type.
  return Object.fromEntries(fields) as T
}
