/** The push services of the browsers: Chrome and its kin, Firefox, Safari, Edge. A name with a dot before it means all below it. */
export const PUSH_HOSTS: readonly string[] = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  '.push.apple.com',
  '.notify.windows.com',
]

/**
 * Whether we would ever send anything to that address: https, a push service that browsers use, its usual port, nothing of
 * a user or password in it. An address comes from a browser and could name any machine that this server reaches.
 */
export function isPushEndpoint(address: string, hosts: readonly string[] = PUSH_HOSTS): boolean {
  const url = URL.parse(address)
  if (!url || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false
  // `host` carries a port that is not https' own, so a listed name with another port is not on the list.
  return hosts.some((host) => (host.startsWith('.') ? url.host.endsWith(host) : url.host === host))
}
