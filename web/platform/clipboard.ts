/* Reads pasted text and pictures. */
import { logger } from './log.ts'

const log = logger('clipboard')

export type Pasted = { text: string; pictures: File[] }

/**
 * Reads the clipboard for a paste button; browsers ask the user for permission first.
 * @returns null when it is not allowed, not supported, or not in a user action; the reason is logged
 */
export async function readClipboard(clipboard: Pick<Clipboard, 'read'> | undefined = navigator.clipboard): Promise<Pasted | null> {
  try {
    if (!clipboard) throw new Error('this browser has no readable clipboard')
    const pasted: Pasted = { text: '', pictures: [] }
    for (const item of await clipboard.read()) {
      const picture = item.types.find((type) => type.startsWith('image/'))
      if (picture) pasted.pictures.push(fileOf(await item.getType(picture)))
      else if (item.types.includes('text/plain')) pasted.text += await (await item.getType('text/plain')).text()
    }
    return pasted
  } catch (error) {
    // An unreadable clipboard returns null; the caller shows a hint (spec, section 8).
    log.warn('clipboard read failed', { why: error instanceof Error ? error.name : String(error) })
    return null
  }
}

/**
 * The content of a paste event. Pictures win over text: programs that copy a picture often add its address as text.
 * Call `preventDefault` when there are pictures, or the browser pastes the text too.
 */
export function pastedFrom(data: Pick<DataTransfer, 'files' | 'getData'> | null): Pasted {
  const pictures = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
  return { text: pictures.length > 0 ? '' : (data?.getData('text/plain') ?? ''), pictures }
}

const fileOf = (blob: Blob): File => new File([blob], 'pasted', { type: blob.type })
