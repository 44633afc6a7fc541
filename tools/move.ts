// npm run move -- --from <data folder or postgres://...> --to <data folder or postgres://...>
import { parseArgs } from 'node:util'
import { ConfigError } from '#server/config.ts'
import { copyRows } from '#server/platform/db/copy.ts'
import { openStore, runCommand } from './installation/open-store.ts'

await runCommand(async () => {
  const { from, to } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } }).values
  if (!from || !to)
    throw new ConfigError('Say from where and to where: npm run move -- --from data --to postgres://user:password@host/wavelength')
  const source = await openStore(from)
  try {
    const target = await openStore(to, { mayBeNew: true })
    try {
      const { tables, rows } = await copyRows({
        from: source,
        to: target,
        onTable: ({ name, rows: count, checksum }) => console.log(`${String(count).padStart(10)}  ${name}  ${checksum}`),
      })
      console.log(`\n${rows} rows in ${tables.length} tables arrived; counts and checksums are equal on both sides.`)
      console.log(
        'Pictures and the secret stay in the data folder: keep it, and set DATABASE_URL to where the server shall look from now on.',
      )
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
})
