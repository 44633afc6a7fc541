/* What somebody pastes, or lets us read: text and pictures. */
import { logger } from './log.ts'

const log = logger('clipboard')

export type Pasted = { text: string; pictures: File[] }

/**
 * Reads the clipboard, for a button that pastes; browsers ask the person first.
 * @returns null when it can't be read: not allowed, not supported, or not asked for by a press; the reason is in the log
 */
export async function readClipboard(clipboard: Pick<Clipboard, 'read'> | undefined = navigator.clipboard): Promise<Pasted | null> {
  try {
    if (!clipboard) throw new Error('this browser has no clipboard to read')
    const pasted: Pasted = { text: '', pictures: [] }
    for (const item of await clipboard.read()) {
      const picture = item.types.find((type) => type.startsWith('image/'))
      if (picture) pasted.pictures.push(fileOf(await item.getType(picture)))
      else if (item.types.includes('text/plain')) pasted.text += await (await item.getType('text/plain')).text()
    }
    return pasted
  } catch (error) {
    // The spec (section 8): a clipboard that can't be read gives null; whoever asked shows a hint.
    log.warn('the clipboard could not be read', { why: error instanceof Error ? error.name : String(error) })
    return null
  }
}

/**
 * What a paste event brings. Pictures win over text: programs that copy a picture often add its address as text.
 * Call `preventDefault` when there are pictures, or the browser pastes the text beside them.
 */
export function pastedFrom(data: Pick<DataTransfer, 'files' | 'getData'> | null): Pasted {
  const pictures = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
  return { text: pictures.length > 0 ? '' : (data?.getData('text/plain') ?? ''), pictures }
}

const fileOf = (blob: Blob): File => new File([blob], 'pasted', { type: blob.type })
