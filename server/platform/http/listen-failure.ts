const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Another program uses this port. Stop it, or set PORT to another one.',
  EACCES: 'This user may not use this port. Set PORT to one from 1024 on, with a proxy before it.',
  EADDRNOTAVAIL: 'This machine has no such address. Set HOST to one of its own, such as 127.0.0.1.',
  ENOTFOUND: 'There is no such host. Set HOST to an address of this machine, such as 127.0.0.1.',
}

/** The server can't listen at its address. The message is for the operator. */
export class ListenFailed extends Error {
  override name = 'ListenFailed'
}

/** Explains why listening failed; other errors stay as they are. */
export function explainListen(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = reasons[code]
  return reason ? new ListenFailed(`The server can't listen at ${host}, port ${port}. ${reason}`, { cause: error }) : error
}
