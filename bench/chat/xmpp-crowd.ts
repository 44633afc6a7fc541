import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { buddyOf } from '#tests/kit/chat/crowd.ts'

/** Connections opened at a time. */
const CONCURRENCY = 50
const PASSWORD = 'crowd'

type Person = { number: number; socket: Socket; left: string; sent: number; handled: number; wait: ((stanza: string) => boolean) | null }

/**
 * Clients of an XMPP server, with as few stanzas as the protocol allows: each message asks for an acknowledgement (XEP-0198), which arrives
 * once the server has processed and archived it.
 */
export async function anXmppCrowd(port: number, count: number, content: string) {
  const people: Person[] = []
  let acknowledged = 0
  let delivered = 0
  let isSending = false

  function receive(person: Person, part: Buffer): void {
    person.left += part.toString('utf8')
    for (;;) {
      const end = endOfStanza(person.left)
      if (end < 0) return
      const stanza = person.left.slice(0, end)
      person.left = person.left.slice(end)
      take(person, stanza)
    }
  }

  function take(person: Person, stanza: string): void {
    // Counted from `enable` on, which is answered before any stanza that counts.
    if (/^<(message|presence|iq)/.test(stanza)) person.handled++
    if (person.wait?.(stanza)) return
    if (stanza.startsWith('<message')) delivered++
    else if (stanza.startsWith('<a ')) {
      acknowledged++
      if (isSending) send(person)
    } else if (stanza.startsWith('<r ')) person.socket.write(`<a xmlns='urn:xmpp:sm:3' h='${person.handled}'/>`)
  }

  /** Sends a stanza and waits for the matching answer. */
  async function request(person: Person, text: string, answer: RegExp): Promise<void> {
    const connected = new Promise<void>((resolve) => {
      person.wait = (stanza) => {
        if (!answer.test(stanza)) return false
        person.wait = null
        resolve()
        return true
      }
    })
    person.socket.write(text)
    await connected
  }

  async function join(person: Person): Promise<void> {
    const name = nameOf(person.number)
    const open = `<stream:stream to='localhost' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>`
    await request(person, open, /^<stream:features/)
    await request(
      person,
      `<iq type='set' id='reg'><query xmlns='jabber:iq:register'><username>${name}</username><password>${PASSWORD}</password></query></iq>`,
      /^<iq /,
    )
    const plain = Buffer.from(`\0${name}\0${PASSWORD}`).toString('base64')
    await request(person, `<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>${plain}</auth>`, /^<success/)
    await request(person, open, /^<stream:features/)
    await request(
      person,
      `<iq type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><resource>b</resource></bind></iq>`,
      /^<iq /,
    )
    await request(person, `<enable xmlns='urn:xmpp:sm:3'/>`, /^<enabled/)
    person.handled = 0
    await request(person, `<presence/>`, /^<presence/)
  }

  function send(person: Person): void {
    const to = `${nameOf(buddyOf(person.number))}@localhost`
    const message = `<message to='${to}' type='chat' id='${person.number}-${++person.sent}'><body>${content}</body></message>`
    person.socket.write(`${message}<r xmlns='urn:xmpp:sm:3'/>`)
  }

  async function connectOne(number: number): Promise<void> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const person: Person = { number, socket, left: '', sent: 0, handled: 0, wait: null }
    socket.on('error', () => undefined)
    socket.on('data', (part) => receive(person, part))
    people.push(person)
    await join(person)
  }

  return {
    async connect(): Promise<void> {
      let next = 0
      const worker = async () => {
        while (next < count) await connectOne(next++)
      }
      await Promise.all(Array.from({ length: CONCURRENCY }, worker))
    },

    /** Every client sends, waits for the acknowledgement and sends the next. Returns messages per second. */
    async asFastAsPossible(seconds: number): Promise<{ perSecond: number; acknowledged: number; delivered: number }> {
      ;[acknowledged, delivered, isSending] = [0, 0, true]
      const began = performance.now()
      for (const person of people) send(person)
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
      const [stored, took] = [acknowledged, (performance.now() - began) / 1_000]
      isSending = false
      for (let before = -1; before !== acknowledged + delivered;) {
        before = acknowledged + delivered
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
      return { perSecond: Math.round(stored / took), acknowledged, delivered }
    },

    close: () => people.forEach(({ socket }) => socket.destroy()),
  }
}

const nameOf = (number: number): string => `p${number}`

/** The end of the first complete stanza, or -1. The opening of the stream counts as a stanza. */
function endOfStanza(text: string): number {
  const [opening, name = ''] = /^(?:<\?xml[^>]*\?>)?<([\w:]+)[^>]*>/.exec(text) ?? []
  if (opening === undefined) return -1
  if (opening.endsWith('/>') || name === 'stream:stream') return opening.length
  const closing = `</${name}>`
  const index = text.indexOf(closing)
  return index < 0 ? -1 : index + closing.length
}
