import type { Log } from './log.ts'

/** The parts of OpenTelemetry's exporters that we use. */
type Exporter<Data> = { export(data: Data, onResult: (result: { code: number; error?: Error }) => void): void }

/** The code of a result without an error. */
const SUCCESS = 0

/** Logs the first failed export to the collector, and then the first that works again. */
export function logExportFailures<Data>(exporter: Exporter<Data>, signal: 'traces' | 'metrics', log: Log): void {
  const send = exporter.export.bind(exporter)
  let isFailing = false
  exporter.export = (data, onResult) =>
    send(data, (result) => {
      const hasFailed = result.code !== SUCCESS
      if (hasFailed && !isFailing)
        log.warn({ signal, reason: reasonOf(result.error) }, 'the OpenTelemetry collector rejected the data; it is lost')
      if (!hasFailed && isFailing) log.info({ signal }, 'the OpenTelemetry collector accepts data again')
      isFailing = hasFailed
      onResult(result)
    })
}

/** `404 Not Found`, or `connect ECONNREFUSED 127.0.0.1:4318`. An error of the exporter has the status as its code. */
function reasonOf(error: Error | undefined): string {
  const code = error && 'code' in error && typeof error.code === 'number' ? `${error.code} ` : ''
  return `${code}${error?.message || 'unknown'}`
}
