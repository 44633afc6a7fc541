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

/** Forgets all that is kept there but the names that `stays` is true for. */
export function forgetAllBut(stays: (name: string) => boolean, store: 'local' | 'tab' = 'local'): void {
  try {
    const kept = storage(store)
    const names = Object.keys(kept).flatMap((key) => (key.startsWith('wl.') ? [key.slice(3)] : []))
    for (const name of names) if (!stays(name)) keep(name, null, store)
  } catch {
    // Where nothing may be kept, nothing is.
  }
}

/** Calls when another tab of this browser has kept another value under that name, or forgot it. Returns a function that stops. */
export function followOtherTabs(name: string, changed: () => void): () => void {
  // Tests of what needs no page have none.
  if (typeof addEventListener !== 'function') return () => undefined
  // Without a key everything was forgotten.
  const listen = ({ key }: StorageEvent) => (key === `wl.${name}` || key === null) && changed()
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}

function storage(store: 'local' | 'tab'): Storage {
  return store === 'local' ? localStorage : sessionStorage
}
