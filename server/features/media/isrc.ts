/**
 * The ISRC as it is compared: twelve capital letters and digits. Returns null for other texts. Platforms write it in
 * small letters or with hyphens as well.
 */
export function isrcKey(text: string | null | undefined): string | null {
  const key = (text ?? '').replaceAll(/[\s-]/g, '').toUpperCase()
  return /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/.test(key) ? key : null
}
