import { ConnectionLost } from './problem';

export type Sent = (bytes: number, of: number) => void;

/** `fetch` cannot report the progress of an upload. */
export async function fetchTelling(request: Request, onSent: Sent): Promise<Response> {
  const body = await request.blob();
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const sending = new XMLHttpRequest();
  sending.open(request.method, request.url);
  for (const [name, value] of request.headers) sending.setRequestHeader(name, value);
  sending.responseType = 'blob';
  sending.upload.onprogress = ({ loaded, total }) => onSent(loaded, total);
  sending.onload = () => resolve(answerOf(sending));
  sending.onerror = () => reject(new ConnectionLost('The service was not reached.'));
  sending.onabort = () => reject(request.signal.reason);
  request.signal.addEventListener('abort', () => sending.abort(), { once: true });
  request.signal.throwIfAborted();
  sending.send(body);
  return promise;
}

const linesOf = (text: string): [string, string][] =>
  text
    .split('\r\n')
    .map((line) => line.split(': '))
    .flatMap(([name, ...rest]) => (name ? [[name, rest.join(': ')]] : []));

const answerOf = (sending: XMLHttpRequest): Response =>
  new Response(sending.response, {
    status: sending.status,
    statusText: sending.statusText,
    headers: linesOf(sending.getAllResponseHeaders()),
  });
