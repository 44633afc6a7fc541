/**
 * Like `setInterval`, with the timer of a worker: in a background tab browsers run a page's own timers only once a second, and later
 * once a minute. Returns what ends it.
 */
export function steadyInterval(run: () => void, everyMs: number): () => void {
  const program = `setInterval(() => postMessage(null), ${everyMs})`
  const address = URL.createObjectURL(new Blob([program], { type: 'text/javascript' }))
  const worker = new Worker(address)
  worker.onmessage = run
  return () => {
    worker.terminate()
    URL.revokeObjectURL(address)
  }
}
