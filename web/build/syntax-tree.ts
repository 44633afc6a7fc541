/** A node of a syntax tree, as the bundler parses it. */
export type Node = { type: string; start: number; end: number; [key: string]: unknown }
/** Replaces a part of the code. */
export type Edit = { start: number; end: number; text: string }

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value
}

export const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])

/** Calls `visit` for a tree's nodes, parents first, and skips the children of a node for which it returns false. */
export function walk(value: unknown, visit: (node: Node) => boolean | void): void {
  if (Array.isArray(value)) for (const entry of value) walk(entry, visit)
  else if (isNode(value) && visit(value) !== false) for (const child of Object.values(value)) walk(child, visit)
}

export function applyEdits(code: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
}
