import { Lifecycle } from '@consulting/kernel/lifecycle';
import { startLog } from '@consulting/kernel/log';
import { listen, runProcess } from '@consulting/kernel/process';
import { startTracing } from '@consulting/kernel/tracing';
import { composeGateway } from './compose';
import { gatewaySettings } from './settings';

await runProcess(async () => {
  const settings = gatewaySettings(process.env);
  const log = await startLog('gateway', settings.LOG_LEVEL);
  const lifecycle = new Lifecycle(log);
  lifecycle.onSignals();
  lifecycle.started('tracing', await startTracing('gateway', settings.OTEL_EXPORTER_OTLP_ENDPOINT));
  const gateway = composeGateway(settings, log, lifecycle);
  listen(gateway, settings.HOST, settings.PORT, lifecycle);
  lifecycle.ready = true;
  log.info('ready', { port: settings.PORT });
});
