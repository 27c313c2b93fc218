import http from 'node:http';
import type { Lifecycle } from './lifecycle';
import { listening } from './monitoring';

const bodyBytesAbsoluteMax = 1024 * 1024 * 1024;
/** The runtime takes no more; no write takes longer before a part of its answer is sent. */
const idleSeconds = 255;
const headerBytesAbsoluteMax = 64 * 1024;
const drainMs = 750;
const finishMsMax = 2000;

export function listen(
  fetch: (request: Request, server: Bun.Server<undefined>) => Response | Promise<Response>,
  hostname: string,
  port: number,
  lifecycle: Lifecycle,
  reusePort = false,
): void {
  Object.assign(http, { maxHeaderSize: headerBytesAbsoluteMax });
  let isStopping = false;
  const stopNotice = (response: Response) => {
    if (isStopping) response.headers.set('connection', 'close');
    return response;
  };
  const answer = (request: Request, server: Bun.Server<undefined>) => {
    const response = fetch(request, server);
    return response instanceof Promise ? response.then(stopNotice) : stopNotice(response);
  };
  const server = listening('HOST and PORT', () =>
    Bun.serve({
      hostname,
      port,
      reusePort,
      fetch: answer,
      idleTimeout: idleSeconds,
      maxRequestBodySize: bodyBytesAbsoluteMax,
    }),
  );
  lifecycle.started('http', async () => {
    isStopping = true;
    await Bun.sleep(drainMs);
    await Promise.race([server.stop(), Bun.sleep(finishMsMax)]);
    await server.stop(true);
  });
}
