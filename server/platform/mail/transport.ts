/** An email with its envelope. */
export type DeliverableMail = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  createdAt: Date
  /** The unsubscribe link; null for emails that the user requested. */
  unsubscribeUrl: string | null
}

/** Delivers emails. */
export type MailTransport = {
  /** @throws MailRejected when a retry is pointless; any other error when it may succeed */
  deliver(mail: DeliverableMail): Promise<void>
}

/** The mail server rejected this email permanently. */
export class MailRejected extends Error {
  override name = 'MailRejected'
}
