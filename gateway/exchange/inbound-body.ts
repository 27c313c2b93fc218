import { bodyTooLarge, bodyTooSlow } from '@consulting/kernel/http';

const silenceMsMax = 30_000;

export interface InboundBody {
  stream: ReadableStream<Uint8Array>;
  isComplete(): boolean;
}

/**
 * The stream fails with BODY_TOO_LARGE, and with REQUEST_TIMEOUT when the client is silent for half a minute
 * though more is wanted of it.
 * @throws BODY_TOO_LARGE by its declared length
 */
export function inboundBody(
  request: Request,
  bytesMax: number,
  silenceMs = silenceMsMax,
): InboundBody | null {
  if (request.body === null) return null;
  if (Number(request.headers.get('content-length') ?? 0) > bytesMax) throw bodyTooLarge(bytesMax);
  let bytes = 0;
  let isComplete = false;
  let heardAt = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const watch = (controller: TransformStreamDefaultController<Uint8Array>) => {
    const silentMs = performance.now() - heardAt;
    const isWanted = (controller.desiredSize ?? 0) > 0;
    if (silentMs >= silenceMs && isWanted) return controller.error(bodyTooSlow());
    timer = setTimeout(watch, isWanted ? silenceMs - silentMs : silenceMs, controller);
  };
  const counted = new TransformStream<Uint8Array, Uint8Array>(
    {
      start: watch,
      transform(chunk, controller) {
        heardAt = performance.now();
        bytes += chunk.byteLength;
        if (bytes <= bytesMax) return controller.enqueue(chunk);
        clearTimeout(timer);
        controller.error(bodyTooLarge(bytesMax));
      },
      flush() {
        isComplete = true;
        clearTimeout(timer);
      },
    },
    undefined,
    { highWaterMark: 1 },
  );
  request.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return { stream: request.body.pipeThrough(counted), isComplete: () => isComplete };
}
