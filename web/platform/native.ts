/** Whether this runs in the native app; its bridge exists before any of our scripts. */
export function isNative(): boolean {
  // The DOM types don't include the bridge.
  const { Capacitor } = globalThis as { Capacitor?: { isNativePlatform?: () => boolean } }
  return Capacitor?.isNativePlatform?.() ?? false
}
