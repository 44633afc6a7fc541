import { lazy, type ComponentType } from 'react'
import { reportLoading } from './loading.ts'

/** A page that is its own chunk. While the chunk is on its way, the progress line knows. */
export function lazyPage(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => ({ default: await reportLoading(load()) }))
}
