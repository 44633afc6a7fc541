/** None of our inputs is nested half as deep. */
const MAX_DEPTH = 32
/**
 * Limit of lists and objects. Our inputs have at most a thousand: building a hundred thousand takes the parser 25 ms,
 * in which no other user gets an answer.
 */
const MAX_CONTAINERS = 4_000

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** Whether JSON text is nested too deeply or has too many lists and objects. Stops at the first bracket beyond a limit, whereas `JSON.parse` builds everything. */
export function isNestedTooDeep(json: Buffer): boolean {
  let depth = 0
  let containers = 0
  let isInText = false
  for (let index = 0; index < json.length; index++) {
    const byte = json[index]
    if (isInText) {
      if (byte === BACKSLASH) index++
      else if (byte === QUOTE) isInText = false
    } else if (byte === QUOTE) isInText = true
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (++depth > MAX_DEPTH || ++containers > MAX_CONTAINERS) return true
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--
  }
  return false
}
