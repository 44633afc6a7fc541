import { logger } from './log.ts'

const SCRIPT = '/sw.js'
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])
const log = logger('service-worker')

export type Container = Pick<ServiceWorkerContainer, 'register' | 'getRegistration'>

/**
 * Registers the service worker at the site root. Updates cause no prompt and no reload; a new version takes over at the next full load.
 * On local hosts the script is checked first, and a worker whose script is gone or is not JavaScript is unregistered (another project may
 * have used the port).
 */
export async function registerServiceWorker(container: Container, host: string, fetchScript: typeof fetch = fetch): Promise<void> {
  try {
    if (LOCAL_HOSTS.has(host) && !(await isJavaScript(fetchScript))) {
      await (await container.getRegistration())?.unregister()
      return
    }
    await container.register(SCRIPT, { scope: '/' })
  } catch (error) {
    // Without a service worker the app works, except offline.
    log.warn('registration failed', { why: String(error) })
  }
}

async function isJavaScript(fetchScript: typeof fetch): Promise<boolean> {
  const response = await fetchScript(SCRIPT, { headers: { 'service-worker': 'script' } })
  return response.ok && /javascript/.test(response.headers.get('content-type') ?? '')
}

const register = () => void registerServiceWorker(navigator.serviceWorker, location.hostname)

/** Registers after the load event, so that the worker's downloads don't compete with the first page. */
export function registerServiceWorkerOnLoad(): void {
  if (!('serviceWorker' in navigator)) return
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}
