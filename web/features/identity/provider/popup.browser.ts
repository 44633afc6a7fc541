import type { PopupBrowser } from './popup.ts'

/** Must equal the name in the server's final page. */
const CHANNEL = 'wl.popup'

/** The browser's windows, channel and timers. */
export const popupBrowser: PopupBrowser = {
  open({ width, height }) {
    const left = Math.round(screenX + (outerWidth - width) / 2)
    const top = Math.round(screenY + (outerHeight - height) / 2)
    const opened = open('about:blank', '_blank', `popup,width=${width},height=${height},left=${left},top=${top}`)
    return (
      opened && {
        get closed() {
          return opened.closed
        },
        close: () => opened.close(),
        // Replaces the history entry: "back" in the popup must not lead to an empty page.
        goTo: (address) => opened.location.replace(address),
      }
    )
  },

  listen(listener) {
    const channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = (event: MessageEvent<unknown>) => listener(event.data)
    return () => channel.close()
  },

  hasFocus: () => document.hasFocus(),

  newFlow: () => crypto.randomUUID(),

  later(work, ms) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}
