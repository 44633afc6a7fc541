// Runs in the page at /players/spotify: a frame without an origin of its own. It is the only place where Spotify's script runs.
// It exchanges messages with the page around it, in the format of Spotify's own embed.
// In a block, because the API's script shares the global scope.
// Reference: https://developer.spotify.com/documentation/embeds/references/iframe-api
{
  const { uri } = document.body.dataset
  // The page around it has the origin of this address; this frame itself has none.
  const { origin } = location
  let isPlayRequested = false

  const send = (message) => parent.postMessage(message, origin)

  const commandsOf = (controller) => ({
    play: () => controller.resume(),
    pause: () => controller.pause(),
    seek: ({ seconds }) => controller.seek(seconds),
    load({ uri: next, plays }) {
      isPlayRequested = plays === true
      controller.loadUri(next)
      if (isPlayRequested) controller.play()
    },
  })

  // The script of the API did not load.
  addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && send({ type: 'failed' }), true)

  globalThis.onSpotifyIframeApiReady = (api) => {
    api.createController(document.querySelector('#player'), { uri, width: '100%', height: '100%' }, (controller) => {
      const commands = commandsOf(controller)
      controller.addListener('ready', () => {
        send({ type: 'ready' })
        if (isPlayRequested) controller.play()
        isPlayRequested = false
      })
      controller.addListener('playback_update', ({ data: { isPaused, isBuffering, position, duration } }) => {
        if (!isPaused) isPlayRequested = false
        send({ type: 'playback_update', payload: { isPaused, isBuffering, position, duration } })
      })
      addEventListener('message', ({ source, data }) => {
        if (source !== parent || typeof data !== 'object' || data === null) return
        if (Object.hasOwn(commands, data.command)) commands[data.command](data)
      })
    })
  }
}
