/** A mail on the wire. */
export type DeliverableMail = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  createdAt: Date
  /** Where the reader ends mails like this one; null for those that were asked for. */
  unsubscribeUrl: string | null
}

/** Hands mails over to whoever carries them. */
export type MailTransport = {
  /** @throws MailRefused when trying again is no use; any other error when it may be */
  deliver(mail: DeliverableMail): Promise<void>
}

/** The mail server will not take this mail, now or later. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}
