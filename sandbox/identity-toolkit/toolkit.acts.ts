import { accountActs } from './toolkit.account-acts.ts'
import { type Act, type ActParts, body } from './toolkit.act.ts'
import { mailActs } from './toolkit.mails.ts'
import { waysIn } from './toolkit.ways-in.ts'

/** The acts of `POST /v1/accounts:<name>`. What they answer and refuse is what the Firebase JS SDK reads. */
export function createActs(parts: ActParts): Record<string, (raw: unknown) => object> {
  const acts: Record<string, Act> = { ...waysIn(parts), ...mailActs(parts), ...accountActs(parts) }
  return Object.fromEntries(Object.entries(acts).map(([name, act]) => [name, (raw: unknown) => act(body.parse(raw))]))
}
