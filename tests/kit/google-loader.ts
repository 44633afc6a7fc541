/**
 * Replaces the script at apis.google.com: without its frame that listens for sign-in windows, whose messages are sent directly. Contains
 * only what the Firebase SDK calls.
 */
export const googleLoader = `
const handlers = []
addEventListener('message', ({ data }) => data?.authEvent && handlers.forEach((handler) => handler(data)))
const frame = {
  restyle: async () => undefined,
  ping: (done) => Promise.resolve(done()),
  register: (name, handler) => name === 'authEvent' && handlers.push(handler),
  // The SDK throws after its answer; the real loader swallows that.
  send(name, data, answer) { try { answer([{ webStorageSupport: true }]) } catch {} },
}
window.gapi = {
  load: (name, { callback }) => callback(),
  iframes: { CROSS_ORIGIN_IFRAMES_FILTER: {}, Iframe: class {}, getContext: () => ({ open: (options, opened) => opened(frame) }) },
}
window[new URL(document.currentScript.src).searchParams.get('onload')]()
`

/** Replaces the page of the project's auth domain: one button for each Google account. */
export function windowPage(address: string, accounts: Record<string, string>): string {
  const { searchParams } = new URL(address)
  const event = (idToken: string) => ({
    type: searchParams.get('authType'),
    eventId: searchParams.get('eventId'),
    urlResponse: searchParams.get('redirectUrl'),
    sessionId: 'session',
    postBody: new URLSearchParams({ id_token: idToken, providerId: 'google.com' }).toString(),
    tenantId: null,
  })
  const buttons = Object.entries(accounts).map(
    ([name, idToken]) => `<button data-event='${JSON.stringify({ authEvent: event(idToken) })}'>${name}</button>`,
  )
  return `<!doctype html><title>Window</title>${buttons.join('')}<script>
document.querySelectorAll('button').forEach((button) => (button.onclick = () => opener.postMessage(JSON.parse(button.dataset.event), '*')))
</script>`
}
