/** Fills new data with the demo world and exits; the first start runs it as a separate process. */
import { startFakeServices } from '#sandbox/demo/fake-services.ts'
import { demoExample } from '#sandbox/demo/people.ts'
import { fillDemoWorld } from '#sandbox/demo/world.ts'
import { readConfig } from '#server/config.ts'
import { fillData } from '#server/main.ts'
import { exitWith } from './exit-with.ts'

// Exits when the waiting start process exits.
process.once('disconnect', () => process.exit(1))
try {
  const config = readConfig(process.env)
  const { origins, issuer } = await startFakeServices({ redirectOrigin: `http://127.0.0.1:${config.port}` })
  const options = { config, port: config.port, fakeServices: origins, fakeIssuer: issuer, development: false, example: demoExample }
  await fillData(options, fillDemoWorld)
  process.exit(0)
} catch (error) {
  exitWith(error)
}
