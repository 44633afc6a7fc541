import { PRODUCT_NAME } from '#contract/base/product.ts'
import './Logo.css'

const heights = [6, 15, 22, 15, 6]

/** The product's logo: a taste print of five bars. Decorative; the name is beside it or labels the link around it. */
export function LogoMark({ size = 30 }: { size?: number }) {
  return (
    <svg className="wl-logo-mark" width={size} height={(size * 22) / 30} viewBox="0 0 30 22" aria-hidden>
      {heights.map((height, index) => (
        <rect key={index} x={index * 6.4} y={(22 - height) / 2} width={4.2} height={height} rx={2.1} />
      ))}
    </svg>
  )
}

/** Logo and name. */
export function Logo() {
  return (
    <span className="wl-logo">
      <LogoMark />
      <span className="wl-logo-name">{PRODUCT_NAME}</span>
    </span>
  )
}
