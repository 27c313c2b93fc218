const textLength = (body: string | Uint8Array) =>
  typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;

export function wholeResponse(
  body: string | Uint8Array<ArrayBuffer>,
  status: number,
  given: Bun.HeadersInit,
): Response {
  const headers = new Headers(given);
  headers.set('content-length', String(textLength(body)));
  return new Response(body, { status, headers });
}
