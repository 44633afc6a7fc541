/**
 * Stands for the script at apis.google.com: its frame that listens for sign-in windows is left out, and the window's own
 * message takes its place. Only what the Firebase SDK calls of it is here.
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

/** Stands for the page of the project's auth domain: one button for each account at Google. */
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
