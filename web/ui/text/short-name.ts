/** The first word of a name. */
export function shortName(person: { name: string }): string {
  return person.name.trim().split(/\s+/u)[0] || person.name
}
