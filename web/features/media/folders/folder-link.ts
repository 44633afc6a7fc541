const ownFolder = /https?:\/\/([^\s/]+)\/saved\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?\s*$/i

/** The folder whose address ends a text, and the text before it; null if the text does not end with a folder of this site. */
export function folderOfText(text: string, host: string = location.host): { id: string; before: string } | null {
  const found = ownFolder.exec(text)
  return found?.[1] === host && found[2] ? { id: found[2].toLowerCase(), before: text.slice(0, found.index).trimEnd() } : null
}
