import { Lifecycle, listen, startLog, startTracing, warnOfMisspelt } from '@consulting/kernel/process';
import { runProcess } from '@consulting/kernel/service/service-process';
import { composeGateway } from './compose';
import { asListener } from './listeners/listener';
import { gatewaySettingNames, gatewaySettings } from './settings';
import { superviseListeners } from './supervisor';

await runProcess(async () => {
  const settings = gatewaySettings(process.env);
  const log = await startLog('gateway', settings.LOG_LEVEL);
  const lifecycle = new Lifecycle(log);
  const listener = asListener(lifecycle);
  if (!listener) warnOfMisspelt(gatewaySettingNames, log.warn);
  if (!listener) lifecycle.onSignals();
  if (!listener && settings.GATEWAY_LISTENERS > 1) return superviseListeners(settings, log, lifecycle);
  lifecycle.started('tracing', await startTracing('gateway', settings.OTEL_EXPORTER_OTLP_ENDPOINT));
  const gateway = composeGateway(settings, log, lifecycle, listener);
  listen(gateway, settings.HOST, settings.PORT, lifecycle, listener !== undefined);
  lifecycle.ready = true;
  if (listener) listener.reportListening();
  else log.info('ready', { port: settings.PORT });
});
