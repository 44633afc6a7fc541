/* Decides which modules share a file. The bundler alone splits by every entry, dialogs included, which left a page with up to a hundred
   files, most under a kilobyte. Here files are merged when that costs less than their requests. */
import type { GraphModule } from './module-graph.ts'

/** Modules that are loaded together: a page, or the lazy part of a feature. */
export type Visit = {
  roots: readonly string[]
  isPage: boolean
  /** The weight of its requests and its code: 1 for a page that users often open. */
  weight: number
}

type Modules = ReadonlyMap<string, Pick<GraphModule, 'id' | 'imports' | 'size'>>
type Group = { id: number; modules: string[]; imports: Set<string>; visits: ReadonlySet<Visit>; size: number }

/**
 * Numbers the files of the modules that pages need.
 * @param isPlaced whether this call places a module
 * @param requestWorth what one request less is worth, in bytes of source code (about a third of it when it arrives)
 * @returns the file of each placed module. The others are left to the bundler: pages themselves, and what no page needs.
 */
export function pageChunks(
  modules: Modules,
  visits: readonly Visit[],
  isPlaced: (id: string) => boolean,
  requestWorth: number,
): Map<string, number> {
  const groups = mergeGroups(groupByVisits(modules, visits, isPlaced), requestWorth)
  return new Map(groups.flatMap((group) => group.modules.map((id) => [id, group.id] as const)))
}

/** One group for each set of visits that need the same modules. */
function groupByVisits(modules: Modules, visits: readonly Visit[], isPlaced: (id: string) => boolean): Group[] {
  const pages = new Set(visits.flatMap(({ roots, isPage }) => (isPage ? roots : [])))
  const groups = new Map<string, Group>()
  for (const [id, needed] of visitsByModule(modules, visits)) {
    const module = modules.get(id)
    if (!module || pages.has(id) || !isPlaced(id) || ![...needed].some(({ isPage }) => isPage)) continue
    const key = visits.map((visit) => (needed.has(visit) ? 1 : 0)).join('')
    const group = groups.get(key) ?? { id: groups.size, modules: [], imports: new Set(), visits: needed, size: 0 }
    group.modules.push(id)
    for (const imported of module.imports) group.imports.add(imported)
    group.size += module.size
    groups.set(key, group)
  }
  return [...groups.values()]
}

function visitsByModule(modules: Modules, visits: readonly Visit[]): Map<string, Set<Visit>> {
  const found = new Map<string, Set<Visit>>()
  for (const visit of visits) {
    const waiting = [...visit.roots]
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const existing = found.get(id) ?? new Set()
      if (existing.has(visit)) continue
      found.set(id, existing.add(visit))
      waiting.push(...(modules.get(id)?.imports ?? []))
    }
  }
  return found
}

type Pair = { worth: number; a: Group; b: Group }

/** Merges the best pair of groups until no merge saves more than it costs. */
function mergeGroups(all: readonly Group[], requestWorth: number): Group[] {
  const pairOf = (a: Group, b: Group): Pair => ({ worth: worthOf(a, b, requestWorth), a, b })
  const isWorthwhile = ({ worth }: Pair) => worth > 0
  let groups = [...all]
  let pairs = groups.flatMap((a, index) => groups.slice(index + 1).map((b) => pairOf(a, b))).filter(isWorthwhile)
  while (pairs.length > 0) {
    const best = pairs.reduce((highest, next) => (next.worth > highest.worth ? next : highest))
    const { a, b } = best
    if (wouldBeCircular(groups, a, b)) {
      pairs = pairs.filter((pair) => pair !== best)
      continue
    }
    const merged = {
      id: a.id,
      modules: [...a.modules, ...b.modules],
      imports: new Set([...a.imports, ...b.imports]),
      visits: new Set([...a.visits, ...b.visits]),
      size: a.size + b.size,
    }
    groups = groups.filter((group) => group !== a && group !== b)
    pairs = [
      ...pairs.filter((pair) => ![a, b].includes(pair.a) && ![a, b].includes(pair.b)),
      ...groups.map((group) => pairOf(merged, group)).filter(isWorthwhile),
    ]
    groups.push(merged)
  }
  return groups
}

/** The requests that a merge saves, less the code that is then received without use. */
function worthOf(a: Group, b: Group, requestWorth: number): number {
  const saved = weightOf([...a.visits].filter((visit) => b.visits.has(visit))) * requestWorth
  const isUnused = (group: Group) => (visit: Visit) => !group.visits.has(visit)
  return saved - weightOf([...b.visits].filter(isUnused(a))) * a.size - weightOf([...a.visits].filter(isUnused(b))) * b.size
}

const weightOf = (visits: readonly Visit[]): number => visits.reduce((sum, { weight }) => sum + weight, 0)

/** Whether a third group is between two: then it and the merged one would import each other. */
function wouldBeCircular(groups: readonly Group[], a: Group, b: Group): boolean {
  const groupOf = new Map(groups.flatMap((group) => group.modules.map((id) => [id, group] as const)))
  const importedBy = (group: Group) => [...group.imports].flatMap((id) => groupOf.get(id) ?? [])
  const importsIndirectly = (from: Group, to: Group): boolean => {
    const seen = new Set([from])
    const waiting = importedBy(from).filter((group) => group !== to)
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (next === to) return true
      if (!seen.has(next)) waiting.push(...importedBy(next))
      seen.add(next)
    }
    return false
  }
  return importsIndirectly(a, b) || importsIndirectly(b, a)
}
