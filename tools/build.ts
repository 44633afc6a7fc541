// npm run build: builds the web app when any of its sources has changed.
import { buildWebWhenStale } from '#tools/build/build-web.ts'

await buildWebWhenStale()
