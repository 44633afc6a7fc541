/** The product's name: the one place to change it. */
export const PRODUCT_NAME = 'Wavelength'
