/** Ends several subscriptions by one function. */
export const stopAll = (stops: readonly (() => void)[]) => (): void => {
  for (const stop of stops) stop()
}
