/** What every answer says to a browser; a page brings its own content security policy. */
const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};
const unlessGiven = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

/** Answers hold data of one caller: they are never cached, framed or taken for anything but their type. */
export function secure(headers: Headers): void {
  for (const [name, value] of Object.entries(always)) headers.set(name, value);
  for (const [name, value] of Object.entries(unlessGiven)) if (!headers.has(name)) headers.set(name, value);
}
