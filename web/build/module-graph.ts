/* The imports between the bundler's modules. Most packages are imported through one file that exports everything they have; the graph
   leads past it to the modules that are used. */
import { parseSync } from 'vite'

/** The bundler's data about a module. */
export type GetModuleInfo = (
  id: string,
) => { code: string | null; importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null

export type GraphModule = { id: string; imports: readonly string[]; dynamicImports: readonly string[] }

/** Names are null when it is unknown which are used: of styles, of CommonJS, of `import *`. */
type Import = { from: string; names: string[] | null }
type Origin = { from: string; name: string }
type Source = { imports: Import[]; reexports: Map<string, Origin> }

/** Every module that this one reaches, by id. */
export function readModuleGraph(entry: string, getModuleInfo: GetModuleInfo): Map<string, GraphModule> {
  const sources = new Map<string, Source>()
  const sourceOf = (id: string): Source => {
    const source = sources.get(id) ?? readSource(getModuleInfo(id))
    sources.set(id, source)
    return source
  }
  const definitionOf = ({ from, name }: Origin): string => {
    const origin = from.includes('/node_modules/') ? sourceOf(from).reexports.get(name) : undefined
    return origin ? definitionOf(origin) : from
  }
  const modules = new Map<string, GraphModule>()
  const waiting = [entry]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const info = modules.has(id) ? null : getModuleInfo(id)
    if (!info) continue
    const found = sourceOf(id).imports.flatMap(({ from, names }) => names?.map((name) => definitionOf({ from, name })) ?? [from])
    const imports = [...new Set(found)]
    modules.set(id, { id, imports, dynamicImports: info.dynamicallyImportedIds })
    waiting.push(...imports, ...info.dynamicallyImportedIds)
  }
  return modules
}

function readSource(info: ReturnType<GetModuleInfo>): Source {
  const { staticImports, staticExports } = parseSync('module.js', info?.code ?? '').module
  const exported = staticExports.flatMap(({ entries }) => entries)
  const requests = [...staticImports, ...exported].flatMap(({ moduleRequest }) => moduleRequest ?? [])
  const ids = info?.importedIds ?? []
  // The bundler lists ids in the order of the statements, each once.
  const specifiers = [...new Set(requests.toSorted((a, b) => a.start - b.start).map(({ value }) => value))]
  if (specifiers.length > ids.length) return { imports: ids.map((from) => ({ from, names: null })), reexports: new Map() }
  const idOf = (specifier: string) => ids[specifiers.indexOf(specifier)] ?? ''

  const used = new Map<string, Import>()
  const use = (from: string, name: string | null) => {
    const existing = used.get(from) ?? { from, names: [] }
    used.set(from, { from, names: name === null || existing.names === null ? null : [...existing.names, name] })
  }
  const local = new Map<string, Origin>()
  for (const { moduleRequest, entries } of staticImports) {
    const from = idOf(moduleRequest.value)
    if (entries.length === 0) use(from, null)
    for (const { importName, localName } of entries) {
      const name = importName.kind === 'Default' ? 'default' : importName.name
      use(from, name)
      if (name !== null) local.set(localName.value, { from, name })
    }
  }
  const reexports = new Map<string, Origin>()
  for (const { moduleRequest, importName, exportName, localName } of exported) {
    const name = exportName.kind === 'Default' ? 'default' : exportName.name
    if (moduleRequest) use(idOf(moduleRequest.value), importName.name)
    const direct = moduleRequest && importName.name !== null ? { from: idOf(moduleRequest.value), name: importName.name } : undefined
    const origin = direct ?? local.get(localName.name ?? '')
    if (name !== null && origin) reexports.set(name, origin)
  }
  // Modules that the code doesn't name were added by plugins of the bundler.
  for (const id of ids.slice(specifiers.length)) use(id, null)
  return { imports: [...used.values()], reexports }
}
