// npm run build: the web as a server sends it, made again when anything it is made of has changed.
import { buildWebWhenStale } from '#tools/build/build-web.ts'

await buildWebWhenStale()
