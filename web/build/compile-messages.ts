/* Compiles messages in the code (`{ id, message: 'ICU text' }`) in place for production, so that neither the ICU parser nor a catalog
   of every page is part of the first page. */
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

type Node = { type: string; start: number; end: number; [key: string]: unknown }
type Edit = { start: number; end: number; text: string }
type Text = { id: string; text: string; start: number; end: number }

/** The Vite plugin. It runs only in builds: in development Lingui compiles messages at run time. */
export function compileMessages(): Plugin {
  return {
    name: 'compile-messages',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/web\/.*\.tsx?$/, code: 'message' },
      handler(code) {
        const edits = findMessages(this.parse(code))
        return edits.length > 0 ? { code: applyEdits(code, edits), map: null } : null
      },
    },
  }
}

/** The positions of message texts in a syntax tree, with their compiled replacement. */
export function findMessages(root: unknown): Edit[] {
  return findTexts(root).map(({ text, start, end }) => ({ start, end, text: JSON.stringify(compileMessageOrThrow(text)) }))
}

/** Every `{ id, message }` of a syntax tree, with the position of its text. */
export function findTexts(root: unknown): Text[] {
  const found: Text[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!isNode(value)) return
    const text = value.type === 'ObjectExpression' ? messageIn(value) : null
    if (text) found.push(text)
    Object.values(value).forEach(visit)
  }
  visit(root)
  return found
}

function messageIn(object: Node): Text | null {
  const properties = Array.isArray(object['properties']) ? object['properties'].filter(isNode) : []
  const valueOf = (name: string) => {
    const property = properties.find(({ key }) => isNode(key) && (key['name'] === name || key['value'] === name))
    return property && isNode(property['value']) ? property['value'] : null
  }
  const message = valueOf('message')
  const id = textOf(valueOf('id'))
  const text = textOf(message)
  return id === null || text === null || !message ? null : { id, text, start: message.start, end: message.end }
}

/** The text of a string literal, or of a template without expressions (minifiers convert one to the other). */
function textOf(node: Node | null): string | null {
  if (!node) return null
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  const [only, ...more] = node.type === 'TemplateLiteral' && Array.isArray(node['quasis']) ? node['quasis'].filter(isNode) : []
  const cooked = only && more.length === 0 ? Object.entries(only).find(([key]) => key === 'value')?.[1] : null
  return typeof cooked === 'object' && cooked !== null && 'cooked' in cooked && typeof cooked.cooked === 'string' ? cooked.cooked : null
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value
}

/** The code with every edit applied. */
export function applyEdits(code: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
}
