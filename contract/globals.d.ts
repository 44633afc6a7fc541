// The contract runs in browsers and in Node, so it may use only what both have. These are the few globals that it needs.
declare class URL {
  constructor(address: string, base?: string)
  static canParse(address: string): boolean
  static parse(address: string, base?: string): URL | null
  href: string
  protocol: string
  username: string
  password: string
  hostname: string
  port: string
  pathname: string
  search: string
  hash: string
  readonly origin: string
  readonly searchParams: URLSearchParams
}
declare class URLSearchParams {
  get(name: string): string | null
  set(name: string, value: string): void
  delete(name: string): void
  toString(): string
}
declare const crypto: { getRandomValues<T extends Uint8Array>(bytes: T): T }
