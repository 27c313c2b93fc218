/** A page brings its own policy, and a file of a page may be kept. */
const unlessGiven: [string, string][] = [
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
  ['cache-control', 'no-store'],
];

/** Answers hold data of one caller: they are never cached, framed or taken for anything but their type. */
export function secure(headers: Headers): void {
  headers.set('x-content-type-options', 'nosniff');
  for (const [name, value] of unlessGiven) if (!headers.has(name)) headers.set(name, value);
}
