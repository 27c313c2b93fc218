import { freePort } from '@consulting/local/process/free-port';
import { callerSecret } from './system';
import { until } from './takeoff-system';

/** The gateway as a process of its own, in front of one service; the others do not answer. */
export async function startGatewayProcess(variable: string, url: string, natsUrl: string) {
  const port = await freePort();
  const nowhere = 'http://127.0.0.1:1';
  const process = Bun.spawn([globalThis.process.execPath, `${import.meta.dir}/../../gateway/index.ts`], {
    env: {
      ...globalThis.process.env,
      CLIENTS_PROJECTS_URL: nowhere,
      CREWS_RATES_URL: nowhere,
      MTO_URL: nowhere,
      EQUIPMENT_WBS_URL: nowhere,
      IDENTITY_URL: nowhere,
      [variable]: url,
      NATS_URL: natsUrl,
      CALLER_SECRET: callerSecret,
      IDP_AUTH_ENABLED: 'false',
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const base = `http://127.0.0.1:${port}`;
  const isLive = () =>
    fetch(`${base}/live`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(isLive);
  return {
    base,
    async stop() {
      process.kill('SIGTERM');
      await process.exited;
    },
  };
}
