/** The plays of one user: items by index, each once, with a count above 0. */
export type Plays = ReadonlyMap<number, number>

export type EvalData = {
  people: string[]
  items: string[]
  plays: Plays[]
  /** The indexes of each user's friends; undirected, never the user. */
  friends: ReadonlySet<number>[]
}

/** An invalid line of an evaluation file. */
export class BadLine extends Error {}

/**
 * Reads `user <tab> item <tab> count` and `user <tab> user` lines, without headers. Plays of one item add up. Friends who
 * have no plays are left out: nothing could rank them.
 * @throws BadLine
 */
export function readEvalData(playsText: string, friendsText: string): EvalData {
  const people = numbering()
  const items = numbering()
  const plays: Map<number, number>[] = []
  for (const { cells, name } of linesOf(playsText, 'plays', 3)) {
    const [user = '', item = '', countText = ''] = cells
    const count = Number(countText)
    if (countText.trim() === '' || !Number.isFinite(count) || count < 0) throw new BadLine(`${name}: "${countText}" is no count.`)
    if (count === 0) continue
    const own = (plays[people.numberOf(user)] ??= new Map())
    own.set(items.numberOf(item), (own.get(items.numberOf(item)) ?? 0) + count)
  }
  const friends = plays.map(() => new Set<number>())
  for (const { cells } of linesOf(friendsText, 'friends', 2)) {
    const [first, second] = cells.map((user) => people.find(user))
    if (first === undefined || second === undefined || first === second) continue
    friends[first]?.add(second)
    friends[second]?.add(first)
  }
  return { people: people.names, items: items.names, plays, friends }
}

function* linesOf(text: string, file: string, least: number): Generator<{ cells: string[]; name: string }> {
  for (const [index, line] of text.split('\n').entries()) {
    const cells = line.replace(/\r$/, '').split('\t')
    if (cells.length === 1 && cells[0] === '') continue
    const name = `${file}, line ${index + 1}`
    if (cells.length < least) throw new BadLine(`${name}: ${least} cells are needed, with tabs between them.`)
    yield { cells, name }
  }
}

function numbering() {
  const numbers = new Map<string, number>()
  const names: string[] = []
  return {
    names,
    find: (name: string): number | undefined => numbers.get(name),
    numberOf(name: string): number {
      const existing = numbers.get(name)
      if (existing !== undefined) return existing
      numbers.set(name, names.length)
      return names.push(name) - 1
    },
  }
}
