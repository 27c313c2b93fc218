import { keepStream } from './nats';
import {
  createTelemetry,
  Lifecycle,
  listen,
  processSettings,
  readinessResponse,
  readSettings,
  serveMonitoring,
  setting,
  startLog,
  warnOfMisspelt,
} from './process';
import { runProcess } from './service/service-process';

await runProcess(async () => {
  const { HOST, PORT, METRICS_PORT, LOG_LEVEL } = processSettings;
  const wanted = { HOST, PORT, METRICS_PORT, LOG_LEVEL, NATS_URL: setting.natsAddress() };
  const settings = readSettings(wanted, process.env);
  const log = await startLog('streams', settings.LOG_LEVEL);
  warnOfMisspelt(Object.keys(wanted), log.warn);
  const lifecycle = new Lifecycle(log);
  lifecycle.onSignals();
  const keeper = keepStream({ url: settings.NATS_URL, log });
  lifecycle.started('stream', keeper.close);
  const telemetry = createTelemetry('streams');
  telemetry.watch('event_stream_exists', '1 while NATS has the stream of events.', async () =>
    Number(keeper.isThere()),
  );
  const isReady = () => lifecycle.ready && keeper.isThere();
  serveMonitoring({ telemetry, isReady }, settings.HOST, settings.METRICS_PORT, lifecycle);
  const answers: Record<string, () => Response> = {
    '/live': () => Response.json({ status: 'ok' }),
    '/ready': () => readinessResponse(isReady()),
  };
  const answer = ({ url }: Request) =>
    answers[new URL(url).pathname]?.() ?? new Response(null, { status: 404 });
  listen(answer, settings.HOST, settings.PORT, lifecycle);
  lifecycle.ready = true;
  log.info('ready', { port: settings.PORT });
});
