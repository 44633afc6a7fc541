/* How this browser draws the app: chosen for a screen, so it stays with the browser. `public/appearance.js` puts it on the page
   before the first paint, and base.css draws by it. */
import { keep, recall } from '#web/platform/local-memory.ts'

const textSizes = ['normal', 'large', 'larger'] as const
export type TextSize = (typeof textSizes)[number]
export type Motion = 'system' | 'reduced'

export const textSize = (): TextSize => textSizes.find((size) => size === recall('text-size')) ?? 'normal'
export const motion = (): Motion => (recall('motion') === 'reduced' ? 'reduced' : 'system')

export function chooseTextSize(size: TextSize): void {
  keep('text-size', size === 'normal' ? null : size)
  mark('textSize', size === 'normal' ? null : size)
}

export function chooseMotion(chosen: Motion): void {
  keep('motion', chosen === 'reduced' ? chosen : null)
  mark('motion', chosen === 'reduced' ? chosen : null)
}

function mark(name: 'textSize' | 'motion', value: string | null): void {
  if (value === null) delete document.documentElement.dataset[name]
  else document.documentElement.dataset[name] = value
}
