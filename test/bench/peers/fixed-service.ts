/** Answers every request with the same record of about a kilobyte, so that what stands before it is measured. */
const record = Object.fromEntries(
  Array.from({ length: 30 }, (_, at) => [`field${at}`, `value number ${at}`]),
);
const body = JSON.stringify(record);
const headers = { 'content-type': 'application/json', etag: '"1"' };

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: Number(process.env.PORT),
  fetch: () => new Response(body, { headers }),
});
console.log(server.url.href);
