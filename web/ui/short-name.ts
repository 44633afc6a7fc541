/** What friends call somebody: the first word of the name. The whole name where it has one word only. */
export function shortName(person: { name: string }): string {
  return person.name.trim().split(/\s+/u)[0] || person.name
}
