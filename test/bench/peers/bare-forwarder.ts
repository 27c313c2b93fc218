/** The least that a gateway in this runtime does: each request is sent on, and its answer sent back. */
const service = process.env.SERVICE_URL ?? '';

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: Number(process.env.PORT),
  fetch: (request) => fetch(service + new URL(request.url).pathname, { headers: request.headers }),
});
console.log(server.url.href);
