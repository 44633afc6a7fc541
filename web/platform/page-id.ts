/** Identifies this page while it is open: frames about its own commands name it. */
export const PAGE_ID: string = crypto.randomUUID()
