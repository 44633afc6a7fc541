/** The product's name: the one place to change it. */
export const PRODUCT_NAME = 'Wavelength'
/** The id of the apps for phones; the projects in `native` carry the same. */
export const APP_ID = 'app.wavelength'
