import { visibleText } from '#contract/base/text.ts'

/**
 * Whether a text is over its limit, and the props of a field that keeps it and shows how long it is. The end of a pasted text is lost
 * without a word in a field with `maxLength`.
 */
export function textLimit(text: string, max: number) {
  const { length } = visibleText(text)
  const isOver = length > max
  return { isOver, field: { error: isOver, description: `${length} / ${max}`, inputWrapperOrder: [...ORDER] } }
}

/** The same for a name, whose field shows the length only when it is over the limit. */
export function nameLimit(name: string, max: number) {
  const { isOver, field } = textLimit(name, max)
  return { isOver, field: isOver ? field : {} }
}

const ORDER = ['label', 'input', 'error', 'description'] as const
