import { accountActions } from './toolkit.account-actions.ts'
import { type Action, type ActionDeps, body } from './toolkit.action.ts'
import { emailActions } from './toolkit.email-actions.ts'
import { signInActions } from './toolkit.sign-in-actions.ts'

/** The actions of `POST /v1/accounts:<name>`, with the answers and errors that the Firebase JS SDK reads. */
export function createActions(parts: ActionDeps): Record<string, (raw: unknown) => object> {
  const actions: Record<string, Action> = { ...signInActions(parts), ...emailActions(parts), ...accountActions(parts) }
  return Object.fromEntries(Object.entries(actions).map(([name, act]) => [name, (raw: unknown) => act(body.parse(raw))]))
}
