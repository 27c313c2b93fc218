import { startTestNats } from '@consulting/local/test-servers';
import postgres from 'postgres';
import { createTestDatabase } from './database';
import { csvFile } from './import-file';
import { startProcessSystem } from './process-system';
import { until } from './until';

/** A line of a log, and whose it is. */
interface ReportedLine {
  process: string;
  level: string;
  message: string;
  requestId?: string;
  traceId?: string;
  [fact: string]: unknown;
}

/** What a request is sent with. */
interface Sent {
  json?: object;
  form?: FormData;
  key?: string;
  requestId?: string;
  traceId?: string;
}

export const newTraceId = () => crypto.randomUUID().replaceAll('-', '');

/** Every process of the system, whose lines of every level are kept; with `collectorUrl` they send spans there. */
export async function startReportedSystem(collectorUrl?: string) {
  const [database, nats] = await Promise.all([createTestDatabase([]), startTestNats()]);
  const lines: ReportedLine[] = [];
  const system = await startProcessSystem({
    databaseUrl: database.url,
    natsUrlFor: nats.urlFor,
    environment: {
      LOG_LEVEL: 'debug',
      ...(collectorUrl && { OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl }),
    },
    hear: (process, line) => void lines.push({ process, ...JSON.parse(line) }),
  });
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  const { id: keyId, key } = await system.newKey();

  async function send(method: string, path: string, { json, form, requestId, traceId, ...sent }: Sent = {}) {
    const response = await fetch(`${system.gateways[0]?.url}${path}`, {
      method,
      headers: {
        'x-api-key': sent.key ?? key,
        ...(json && { 'content-type': 'application/json' }),
        ...(requestId && { 'x-request-id': requestId }),
        ...(traceId && { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }),
      },
      body: form ?? (json && JSON.stringify(json)),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  }

  /** Imports one machine, whose rate changes when it is there; answers with the task. */
  async function importEquipment(rate: number, cause: Sent = {}): Promise<string> {
    const form = new FormData();
    const file = csvFile(`equipmentCode,name,hourlyRate\nTOLD-1,Crane,${rate}\n`);
    form.append('file', file, file.name);
    form.set('updateExisting', 'true');
    const { status, body } = await send('POST', '/api/v1/equipment/import/async', { ...cause, form });
    if (status !== 200) throw new Error(`The upload was answered ${status}.`);
    return body.taskId;
  }

  const taskIs = (taskId: string, wanted: string) =>
    until(async () => {
      const [task] = await sql`select status from equipment_wbs.import_task where id = ${taskId}`;
      return task?.status === wanted;
    });

  return {
    services: system.services,
    newKey: system.newKey,
    databaseName: new URL(database.url).pathname.slice(1),
    sql,
    keyId,
    send,
    importEquipment,
    taskIs,
    linesOf: (requestId: string) => lines.filter((line) => line.requestId === requestId),
    async stop() {
      await sql.end();
      await system.stop();
      await nats.stop();
      await database.drop();
    },
  };
}

export type ReportedSystem = Awaited<ReturnType<typeof startReportedSystem>>;
