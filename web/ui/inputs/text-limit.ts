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

const ORDER = ['label', 'input', 'error', 'description'] as const
