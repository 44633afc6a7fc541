/** Whether this runs in the app of a phone; its bridge is there before any script of ours. */
export function isNative(): boolean {
  // The bridge is no part of the DOM's own types.
  const { Capacitor } = globalThis as { Capacitor?: { isNativePlatform?: () => boolean } }
  return Capacitor?.isNativePlatform?.() ?? false
}
