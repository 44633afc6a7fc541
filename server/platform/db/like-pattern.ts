/** Escapes the wildcards of LIKE. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')
