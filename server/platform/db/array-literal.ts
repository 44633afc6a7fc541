/**
 * A PostgreSQL array as text, `{"one","two"}`, for a parameter with a cast (`${arrayLiteral(ids)}::uuid[]`). One string goes to
 * another thread or process at a small part of what an array of them costs; worth it where a statement is asked all the time.
 * Source of the form: https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO
 */
export function arrayLiteral(values: readonly string[]): string {
  return values.length === 0 ? '{}' : `{"${values.map(escaped).join('","')}"}`
}

const escaped = (value: string): string => (/["\\]/.test(value) ? value.replaceAll(/["\\]/g, String.raw`\$&`) : value)
