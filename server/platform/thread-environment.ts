/**
 * The environment of a thread that needs no secrets: only the folder in which Node caches compiled code. Without it, each thread would load
 * Node's TypeScript parser, which is slow and stays in memory.
 */
export function threadEnvironment(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE } = process.env
  return NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}
}
