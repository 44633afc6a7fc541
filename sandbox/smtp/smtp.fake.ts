import { createServer, type Socket } from 'node:net'
import { readMessage, type ReceivedMail } from './smtp.message.ts'

export type FakeSmtpServer = {
  /** smtp:// address for the setting SMTP_URL. */
  url: string
  /** Received emails, oldest first. */
  received: ReceivedMail[]
  /** Resolves with the next email that arrives. */
  next(): Promise<ReceivedMail>
  /**
   * The answer to the next command with that verb, for example `('RCPT', '550 5.1.1 no such user')`; 'hang up' closes the connection
   * instead.
   */
  reject(verb: string, answer: string): void
  close(): Promise<void>
}

/** A mail server on loopback that accepts everything and delivers nothing. With `login`, only after AUTH PLAIN with exactly that. */
export async function startFakeSmtpServer({ login }: { login?: { user: string; password: string } } = {}): Promise<FakeSmtpServer> {
  const received: ReceivedMail[] = []
  const errors: { verb: string; answer: string }[] = []
  const waiting: ((mail: ReceivedMail) => void)[] = []
  const open = new Set<Socket>()

  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy())
    converse(socket, {
      login,
      takeError(verb) {
        const index = errors.findIndex((error) => error.verb === verb)
        return index < 0 ? null : (errors.splice(index, 1)[0]?.answer ?? null)
      },
      take(mail) {
        received.push(mail)
        for (const resolve of waiting.splice(0)) resolve(mail)
      },
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port')
  const userInfo = login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@` : ''

  return {
    url: `smtp://${userInfo}127.0.0.1:${address.port}`,
    received,
    next: () => new Promise((resolve) => waiting.push(resolve)),
    reject: (verb, answer) => void errors.push({ verb, answer }),
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

type Post = {
  login: { user: string; password: string } | undefined
  takeError(verb: string): string | null
  take(mail: ReceivedMail): void
}

/** One connection: the part of RFC 5321 that a sending client needs. */
function converse(socket: Socket, { login, takeError, take }: Post): void {
  let from: string | null = null
  let to: string[] = []
  let isIn = login === undefined
  let message: string | null = null
  let rest = ''
  const writeLine = (line: string) => void socket.write(`${line}\r\n`)

  function command(line: string): void {
    const verb = line.slice(0, 4).toUpperCase()
    const error = takeError(verb)
    if (error === 'hang up') return void socket.destroy()
    if (error !== null) return writeLine(error)
    if (verb === 'EHLO') return writeLine(`250-fake-smtp\r\n250-8BITMIME${login ? '\r\n250-AUTH PLAIN' : ''}\r\n250 SMTPUTF8`)
    if (verb === 'HELO' || verb === 'NOOP') return writeLine('250 OK')
    if (verb === 'QUIT') return void socket.end('221 bye\r\n')
    if (verb === 'RSET') return reset('250 OK')
    if (verb === 'AUTH') return authenticate(line.split(' ')[2] ?? '')
    if (!isIn) return writeLine('530 5.7.0 Authentication required')
    if (verb === 'MAIL') return begin(addressIn(line))
    if (verb === 'RCPT') return addTo(addressIn(line))
    if (verb === 'DATA') return startMessage()
    writeLine('502 5.5.2 not here')
  }

  function authenticate(input: string): void {
    isIn = login !== undefined && Buffer.from(input, 'base64').toString() === `\0${login.user}\0${login.password}`
    writeLine(isIn ? '235 2.7.0 welcome' : '535 5.7.8 wrong user or password')
  }
  function begin(sender: string): void {
    from = sender
    to = []
    writeLine('250 OK')
  }
  function addTo(recipient: string): void {
    if (from === null) return writeLine('503 5.5.1 MAIL first')
    to.push(recipient)
    writeLine('250 OK')
  }
  function startMessage(): void {
    if (to.length === 0) return writeLine('503 5.5.1 RCPT first')
    message = ''
    writeLine('354 go on, end with a dot')
  }
  function reset(answer: string): void {
    from = null
    to = []
    message = null
    writeLine(answer)
  }
  function endMessage(raw: string): void {
    const error = takeError('.')
    if (error === 'hang up') return void socket.destroy()
    if (error === null && from !== null) take({ from, to, ...readMessage(raw) })
    reset(error ?? '250 2.0.0 taken')
  }

  socket.on('data', (chunk: Buffer) => {
    // Latin-1, so that each byte is one character: the message's own encoding is decoded when it is read.
    const lines = (rest + chunk.toString('latin1')).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (message === null) command(line)
      else if (line === '.') endMessage(message)
      else message += `${line.replace(/^\./, '')}\r\n`
    }
  })
  writeLine('220 fake mail server')
}

const addressIn = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? ''
