/** Loads the library for pictures at its first use: 20 MB of native code that most starts don't need. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // Each picture is decoded once, so the decoder's cache would only waste memory.
  sharp.cache(false)
  return sharp
}
