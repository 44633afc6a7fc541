// The iFrame API of the fake Spotify: the same calls and events as the real one, on top of the embed page's messages.
{
  const { origin } = new URL(document.currentScript.src)

  function createController(element, options, onCreated) {
    const frame = document.createElement('iframe')
    const listeners = new Map()
    const emit = (event, value) => listeners.get(event)?.forEach((listener) => listener(value))
    const send = (message) => frame.contentWindow?.postMessage(message, '*')
    let isReady = false
    const show = (uri) => {
      const [, kind, id] = uri.split(':')
      isReady = false
      frame.src = `${origin}/embed/${kind}/${id}`
    }
    const controller = {
      iframeElement: frame,
      addListener: (event, listener) => void listeners.set(event, [...(listeners.get(event) ?? []), listener]),
      loadUri: show,
      play: () => isReady && send({ command: 'play' }),
      resume: () => send({ command: 'resume' }),
      pause: () => send({ command: 'pause' }),
      togglePlay: () => send({ command: 'toggle' }),
      seek: (seconds) => send({ command: 'seek', timestamp: seconds }),
      destroy: () => frame.remove(),
    }
    addEventListener('message', ({ source, data }) => {
      if (source !== frame.contentWindow || typeof data !== 'object' || data === null) return
      if (data.type === 'ready') {
        isReady = true
        send({ command: 'load_complete_ack' })
        emit('ready')
      }
      if (data.type === 'playback_update') emit('playback_update', { data: data.payload })
    })
    frame.allow = 'autoplay *; clipboard-write *; encrypted-media *; fullscreen *; picture-in-picture *'
    frame.title = 'Spotify'
    frame.width = options.width
    frame.height = options.height
    show(options.uri)
    element.replaceWith(frame)
    onCreated(controller)
  }

  globalThis.onSpotifyIframeApiReady?.({ createController })
}
