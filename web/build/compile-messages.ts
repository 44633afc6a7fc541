/* Compiles messages in the code (`{ id, message: 'ICU text' }`) in place for production, so that neither the ICU parser nor a catalog
   of every page is part of the first page. */
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
import { applyEdits, type Edit, isNode, type Node, nodesIn, walk } from './syntax-tree.ts'

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
  walk(root, (node) => {
    const text = node.type === 'ObjectExpression' ? messageIn(node) : null
    if (text) found.push(text)
  })
  return found
}

function messageIn(object: Node): Text | null {
  const properties = nodesIn(object['properties'])
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
  const [only, ...more] = node.type === 'TemplateLiteral' ? nodesIn(node['quasis']) : []
  const cooked = only && more.length === 0 ? Object.entries(only).find(([key]) => key === 'value')?.[1] : null
  return typeof cooked === 'object' && cooked !== null && 'cooked' in cooked && typeof cooked.cooked === 'string' ? cooked.cooked : null
}
