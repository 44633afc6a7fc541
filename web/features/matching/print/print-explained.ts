/** The stored key that says that the drawing was explained in this browser. */
export const PRINT_EXPLAINED = 'print-explained'
