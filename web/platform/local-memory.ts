/* What the browser keeps for us between visits. Storage may be full or forbidden; then nothing is kept and nothing breaks. */

/** The value kept under that name in this browser, or null. */
export function recall(name: string, store: 'local' | 'tab' = 'local'): string | null {
  try {
    return storage(store).getItem(`wl.${name}`)
  } catch {
    return null
  }
}

/** Keeps a value; null forgets it. */
export function keep(name: string, value: string | null, store: 'local' | 'tab' = 'local'): void {
  try {
    if (value === null) storage(store).removeItem(`wl.${name}`)
    else storage(store).setItem(`wl.${name}`, value)
  } catch {
    // Nothing to do: the value is simply not remembered.
  }
}

function storage(store: 'local' | 'tab'): Storage {
  return store === 'local' ? localStorage : sessionStorage
}
