/** Answers hold data of one caller: they are never cached, framed or taken for anything but their type. */
export function secure(headers: Headers): void {
  headers.set('x-content-type-options', 'nosniff');
  // A page brings its own policy, and a file of a page may be kept.
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', policy);
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
}

const policy = "default-src 'none'; frame-ancestors 'none'";
