export type RequestInput = { body?: unknown; token?: string; cookie?: string; form?: FormData }

/** Sends a request to a server as a page of its origin does. */
export async function sendRequest(
  origin: string,
  method: string,
  path: string,
  { body, token, cookie, form }: RequestInput = {},
): Promise<Response> {
  const headers = new Headers({ origin })
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (cookie) headers.set('cookie', cookie)
  if (body !== undefined) headers.set('content-type', 'application/json')
  const sent = form ?? (body === undefined ? undefined : JSON.stringify(body))
  return fetch(`${origin}${path}`, { method, headers, ...(sent === undefined ? {} : { body: sent }) })
}

/** The JSON object of a response of the server under test. */
export const json = async (answer: Response) => (await answer.json()) as Record<string, unknown>

/** The cookies of an answer, for the next request. */
export const cookiesOf = ({ headers }: Response): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
