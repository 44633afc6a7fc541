/* Decides which modules share a file. The bundler alone splits by every entry, dialogs included, which left a page with up to a hundred
   files, most under a kilobyte. Here files are merged when that costs less than their requests. */
/** Modules that are loaded together: a page, or the lazy part of a feature. */
export type Visit = {
  roots: readonly string[]
  isPage: boolean
  /** The weight of its requests and its code: 1 for an ordinary page. */
  weight: number
}

export type Kind = 'code' | 'styles'
/** `size` in bytes. */
type Modules = ReadonlyMap<string, { imports: readonly string[]; size: number }>
/** Bit n stands for the visit with index n. */
type Visits = bigint
/** The modules of one file. `visits` receive it: they need one of its modules, or a file that imports it. */
type Group = { id: number; kind: Kind; modules: string[]; imports: Set<Group>; size: number; visits: Visits }
type WorthOf = (a: Group, b: Group) => number
type Pair = { worth: number; a: Group; b: Group }

/**
 * Numbers the files of the modules that pages need. A file has one kind of modules.
 * @param requestWorth what one request less is worth, in the unit of the sizes
 * @returns the file of each module. The others are left to the bundler: pages themselves, and what no page needs.
 */
export function pageChunks(
  modules: Modules,
  visits: readonly Visit[],
  kindOf: (id: string) => Kind,
  requestWorth: Readonly<Record<Kind, number>>,
): Map<string, number> {
  const groups = mergeGroups(groupByVisits(modules, visits, kindOf), worthOfMerges(visits, requestWorth))
  return new Map(groups.flatMap((group) => group.modules.map((id) => [id, group.id] as const)))
}

/** One group for each kind and set of visits that need the same modules. */
function groupByVisits(modules: Modules, visits: readonly Visit[], kindOf: (id: string) => Kind): Group[] {
  const pages = new Set(visits.flatMap(({ roots, isPage }) => (isPage ? roots : [])))
  const pageVisits = visits.reduce((all, { isPage }, index) => (isPage ? all | visitAt(index) : all), 0n)
  const groups = new Map<string, Group>()
  const groupOf = new Map<string, Group>()
  for (const [id, needed] of visitsByModule(modules, visits)) {
    const module = modules.get(id)
    if (!module || pages.has(id) || !(needed & pageVisits)) continue
    const kind = kindOf(id)
    const key = `${kind} ${needed}`
    const group = groups.get(key) ?? { id: groups.size, kind, modules: [], imports: new Set(), size: 0, visits: needed }
    group.modules.push(id)
    group.size += module.size
    groups.set(key, group)
    groupOf.set(id, group)
  }
  for (const [id, group] of groupOf)
    for (const imported of modules.get(id)?.imports ?? []) {
      const other = groupOf.get(imported)
      if (other && other !== group) group.imports.add(other)
    }
  return [...groups.values()]
}

const visitAt = (index: number): Visits => 1n << BigInt(index)

function visitsByModule(modules: Modules, visits: readonly Visit[]): Map<string, Visits> {
  const found = new Map<string, Visits>()
  for (const [index, visit] of visits.entries()) {
    const waiting = [...visit.roots]
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const existing = found.get(id) ?? 0n
      if (existing & visitAt(index)) continue
      found.set(id, existing | visitAt(index))
      waiting.push(...(modules.get(id)?.imports ?? []))
    }
  }
  return found
}

/** Merges the best pair of groups until no merge saves more than it costs. */
function mergeGroups(all: readonly Group[], worthOf: WorthOf): Group[] {
  const pairOf = (a: Group, b: Group): Pair => ({ worth: worthOf(a, b), a, b })
  const pairsOf = (group: Group, others: readonly Group[]) =>
    others.filter(({ kind }) => kind === group.kind).map((other) => pairOf(group, other))
  const isWorthwhile = ({ worth }: Pair) => worth > 0
  let groups = all
  let pairs = groups.flatMap((group, index) => pairsOf(group, groups.slice(index + 1))).filter(isWorthwhile)
  while (pairs.length > 0) {
    const best = pairs.reduce((highest, next) => (next.worth > highest.worth ? next : highest))
    const { a, b } = best
    if (wouldBeCircular(a, b)) {
      pairs = pairs.filter((pair) => pair !== best)
      continue
    }
    groups = groups.filter((group) => group !== b)
    const changed = merge(a, b, groups)
    const others = groups.filter((group) => !changed.has(group))
    const hasChanged = (group: Group) => group === b || changed.has(group)
    pairs = [
      // What these import may have changed.
      ...pairs.filter((pair) => !hasChanged(pair.a) && !hasChanged(pair.b)).map((pair) => pairOf(pair.a, pair.b)),
      ...[...changed].flatMap((group, index) => pairsOf(group, [...[...changed].slice(index + 1), ...others])),
    ].filter(isWorthwhile)
  }
  return [...groups]
}

/** Moves everything of `b` to `a`. Returns the groups with other modules or other visits. */
function merge(a: Group, b: Group, groups: readonly Group[]): Set<Group> {
  const imported = importedBy(a, b)
  a.modules.push(...b.modules)
  a.size += b.size
  a.visits |= b.visits
  for (const group of b.imports) a.imports.add(group)
  for (const group of groups) if (group.imports.delete(b)) group.imports.add(a)
  a.imports.delete(a)
  const changed = new Set([a])
  for (const group of imported) {
    if ((group.visits | a.visits) === group.visits) continue
    group.visits |= a.visits
    changed.add(group)
  }
  return changed
}

/** Every other group that is loaded with these two. */
function importedBy(a: Group, b: Group): Set<Group> {
  const found = new Set<Group>()
  const waiting = [...a.imports, ...b.imports]
  for (let group = waiting.pop(); group; group = waiting.pop()) {
    if (group === a || group === b || found.has(group)) continue
    found.add(group)
    waiting.push(...group.imports)
  }
  return found
}

/** The requests that a merge saves, less what is then received without use: also what the other group imports. */
function worthOfMerges(visits: readonly Visit[], requestWorth: Readonly<Record<Kind, number>>): WorthOf {
  const known = new Map<Visits, number>()
  const weightOf = (some: Visits): number => {
    const weight = known.get(some) ?? visits.reduce((sum, visit, index) => (some & visitAt(index) ? sum + visit.weight : sum), 0)
    known.set(some, weight)
    return weight
  }
  return (a, b) => {
    const either = a.visits | b.visits
    const saved = weightOf(a.visits & b.visits) * requestWorth[a.kind]
    const worth = saved - weightOf(either & ~a.visits) * a.size - weightOf(either & ~b.visits) * b.size
    if (worth <= 0) return worth
    const costOf = ({ kind, size, visits: existing }: Group) => weightOf(either & ~existing) * (size + requestWorth[kind])
    return [...importedBy(a, b)].reduce((left, group) => left - costOf(group), worth)
  }
}

/** Whether a third group is between two: then it and the merged one would import each other. */
function wouldBeCircular(a: Group, b: Group): boolean {
  const leadsTo = (to: Group, from: Group): boolean => {
    const others = [...from.imports].filter((group) => group !== to)
    return others.some((group) => importedBy(group, group).has(to) || group.imports.has(to))
  }
  return leadsTo(a, b) || leadsTo(b, a)
}
