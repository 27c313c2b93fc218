/** Takes traces as an OpenTelemetry collector does and tells on GET which services they were of; it wants a token. */
const services = new Set<string>();

interface Traces {
  resourceSpans?: { resource?: { attributes?: { key: string; value: { stringValue?: string } }[] } }[];
}

Bun.serve({
  port: 4318,
  async fetch(request) {
    if (request.method === 'GET') return Response.json([...services].sort());
    if (request.headers.get('authorization') !== 'Bearer of traces')
      return new Response(null, { status: 401 });
    const { resourceSpans = [] } = (await request.json()) as Traces;
    for (const { resource } of resourceSpans)
      for (const { key, value } of resource?.attributes ?? [])
        if (key === 'service.name' && value.stringValue) services.add(value.stringValue);
    return Response.json({});
  },
});
