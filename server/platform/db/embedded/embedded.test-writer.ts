// A child process that writes rows until it is killed, and prints each row once it is acknowledged.
import { createLogs } from '../../observability/log.ts'
import { openDatabase } from '../open-database.ts'

const [, , dataDir = ''] = process.argv
const database = await openDatabase({ dataDir, databaseUrl: null, log: createLogs({ filter: 'off', pretty: false })('db') })
await database.script('create table if not exists written (n int primary key)')
for (let n = 0; ; n++) {
  await database.query('insert into written values ($1)', [n])
  process.stdout.write(`${n}\n`)
}
