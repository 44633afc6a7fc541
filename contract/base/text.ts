import * as z from 'zod/mini'

/**
 * Characters that show nothing: white space, control characters, what Unicode ignores by default (zero width, fillers, variation
 * selectors, tags, directional marks), and letters and symbols that are drawn empty.
 */
const invisible =
  /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Noncharacter_Code_Point}\u2800\ufff9-\ufffb\u{13441}\u{13442}\u{16fe4}\u{1d159}]/u
const invisibleOnly = new RegExp(`^${invisible.source}*$`, 'u')

/** Whether the text has no visible characters. */
export function isBlank(text: string): boolean {
  return invisibleOnly.test(text)
}

/** The trimmed text, or '' when it is blank. Invisible characters beside visible ones stay. */
export function visibleText(text: string): string {
  return isBlank(text) ? '' : text.trim()
}

/** The text without NUL, which no database stores in text. Pasted text of other programs may have it. */
export const withoutNul = (text: string): string => text.replaceAll('\0', '')

/** The text that is sent of what a user wrote. */
export const textToSend = (written: string): string => visibleText(withoutNul(written))

/** Free text of a form: trimmed. Empty text is an error when `min` is above 0, and invisible text always is. */
export function freeText({ min = 0, max }: { min?: number; max: number }) {
  const isVisible = (text: string) => text === '' || !isBlank(text)
  return z.string().check(z.trim(), z.minLength(min), z.maxLength(max), z.refine(isVisible, 'must contain visible text'))
}

/** The text of a message, a moment or a comment: trimmed, and '' when blank. The service rejects '' as `blank_content` where nothing else is sent. */
export function postText(max: number) {
  return z.string().check(z.overwrite(visibleText), z.maxLength(max))
}

/** Directional marks, embeddings, overrides and isolates. */
const directional = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
const FIRST_STRONG_ISOLATE = '\u2068'
const POP_ISOLATE = '\u2069'

/** The text in a Unicode isolate: it neither takes its direction from the text around it nor gives it one. */
export const isolated = (text: string): string => FIRST_STRONG_ISOLATE + text + POP_ISOLATE

/**
 * The text in a Unicode isolate, so that its directional characters can't reorder the text around it.
 * Text without such characters is returned unchanged.
 */
export function isolatedText(text: string): string {
  if (!directional.test(text)) return text
  let open = 0
  let content = ''
  for (const letter of text) {
    if (letter >= '\u2066' && letter <= '\u2068') open++
    // A closing mark without an opening one would end our isolate.
    if (letter === POP_ISOLATE && --open < 0) open = 0
    else content += letter
  }
  return FIRST_STRONG_ISOLATE + content + POP_ISOLATE.repeat(open + 1)
}

/** The values of a sentence, each text isolated. */
export function isolatedValues(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? isolatedText(value) : value]))
}
