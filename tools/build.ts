import { buildWebWhenStale } from '#tools/build/build-web.ts'
import { readArguments } from './arguments.ts'

readArguments(`Usage:
  npm run build   builds the web app when any of its sources has changed`)
await buildWebWhenStale()
