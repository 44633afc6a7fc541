/** The product's name: the one place to change it. */
export const PRODUCT_NAME = 'Wavelength'
/** The id of the mobile apps; the projects in `native` use the same one. */
export const APP_ID = 'app.wavelength'
