/** What came back over a connection, until it was closed. */
export interface RawAnswer {
  status: number;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
  body: any;
}

/** Sends bytes as they are, which `fetch` would tidy up, and reads until the server closes the connection. */
export async function sendRaw(port: number, request: string): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = '';
  await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      open: (socket) => void socket.write(request),
      data: (_socket, bytes) => {
        text += bytes.toString();
      },
      close: () => resolve(text),
      error: (_socket, error) => reject(error),
    },
  });
  const answer = await promise;
  const body = answer.slice(answer.indexOf('\r\n\r\n') + 4);
  const isJson =
    /^content-type: application\/[a-z+]*json/im.test(answer) && /^content-length:/im.test(answer);
  return { status: Number(answer.split(' ')[1]), text: answer, body: isJson ? JSON.parse(body) : body };
}

/** A request of HTTP/1.1 that ends its connection, with its headers as they are written. */
export const rawRequest = (target: string, headers: string[], method = 'GET', body = '') =>
  [`${method} ${target} HTTP/1.1`, ...headers, 'Connection: close', '', body].join('\r\n');
