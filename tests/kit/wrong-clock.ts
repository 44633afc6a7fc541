import type { Visitor } from './visitor.ts'

/** Sets how far this browser's clock is off, from the next page on. */
export function setClockWrong({ page }: Pick<Visitor, 'page'>, byMs: number): Promise<unknown> {
  return page.addInitScript((by) => {
    const RealDate = Date
    globalThis.Date = new Proxy(RealDate, {
      construct: (of, given) => Reflect.construct(of, given.length > 0 ? given : [RealDate.now() + by]) as object,
      get: (of, name) => (name === 'now' ? () => RealDate.now() + by : Reflect.get(of, name)),
    })
  }, byMs)
}
