import { processSettings, readSettings, setting } from '@consulting/shared/config';
import { createCallerSigner } from '@consulting/shared/http/caller';
import { Lifecycle } from '@consulting/shared/lifecycle';
import { startLog } from '@consulting/shared/log';
import { listen, runProcess } from '@consulting/shared/process';
import { createTelemetry } from '@consulting/shared/telemetry';
import { createGateway } from './app';
import { createAuthenticate } from './authenticate';
import { createUpstreams, upstreamSettings } from './upstream';

await runProcess(async () => {
  const own = readSettings(
    {
      ...processSettings,
      ...upstreamSettings,
      IDP_AUTH_ENABLED: setting.flag(true),
      METRICS_PUBLIC: setting.flag(false),
      BULK_BODY_BYTES_MAX: setting.integer(64 * 1024 * 1024, 1024, 1024 * 1024 * 1024),
      UPLOAD_BYTES_MAX: setting.integer(100 * 1024 * 1024, 1024, 1024 * 1024 * 1024),
    },
    process.env,
  );
  const log = await startLog('gateway', own.LOG_LEVEL);
  const lifecycle = new Lifecycle(log);
  lifecycle.onSignals();
  const gateway = createGateway({
    upstreams: createUpstreams(own as unknown as Record<string, string[]>, lifecycle),
    authenticate: createAuthenticate(own.IDP_AUTH_ENABLED),
    signCaller: createCallerSigner(own.CALLER_SECRET),
    log,
    telemetry: createTelemetry('gateway'),
    bodyBytesMax: own.BULK_BODY_BYTES_MAX,
    uploadBytesMax: own.UPLOAD_BYTES_MAX,
    isMetricsPublic: own.METRICS_PUBLIC,
    isReady: () => lifecycle.ready,
    login: async () => null,
  });
  listen(gateway, own.HOST, own.PORT, lifecycle);
  lifecycle.ready = true;
  log.info('ready', { port: own.PORT });
});
