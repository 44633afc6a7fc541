import { readFileSync } from 'node:fs'
import { readConfig } from '#server/config.ts'
import { settingNames } from '#server/settings.ts'

export const read = (path: string): string => readFileSync(path, 'utf8')
export const defaultConfig = readConfig({})

// The format of our own compose file; a change shows as a failing test.
type ComposeService = {
  environment?: Record<string, string>
  env_file?: string[]
  volumes?: string[]
  networks?: Record<string, { ipv4_address: string }>
  read_only?: boolean
  cap_drop?: string[]
  mem_limit?: string
  image?: string
  ports?: string[]
  command?: string[]
  healthcheck?: { test: string[] }
  stop_grace_period?: string
}
export type Compose = {
  services: Record<string, ComposeService>
  configs: Record<string, { content: string }>
  volumes: Record<string, null>
  networks: { default: { ipam: { config: { subnet: string }[] } } }
}
/** The parts of Kubernetes' format that all manifests have. */
export type Manifest = {
  kind: string
  metadata: { name: string; annotations?: Record<string, string> }
  data?: Record<string, string>
  stringData?: Record<string, string>
  spec?: Record<string, never>
}

export const operations = read('server/platform/http/operations.ts')
/** Read by Node itself. */
const settingsOfNode = ['NODE_ENV', 'NODE_EXTRA_CA_CERTS']
/** Read by the C library: `npm start` sets the same (tools/launch.mjs). */
export const settingsOfAllocator = Object.fromEntries(
  [...read('tools/launch.mjs').matchAll(/(MALLOC_\w+): '(\d+)'/g)].map(([, name = '', value]) => [name, value]),
)
const allNames = [...settingNames, ...settingsOfNode, ...Object.keys(settingsOfAllocator)]
/** Names that are not settings of the server, of Node or of the allocator. */
export const unknownTo = (names: string[]): string[] => names.filter((name) => !allNames.includes(name))
