/** The code blocks of a page in their order, each with the language that it names. */
export function blocksOf(markdown: string): { language: string; text: string }[] {
  const [, ...parts] = markdown.split(/^```/m);
  return parts
    .filter((_, at) => at % 2 === 0)
    .map((part) => {
      const lineEnd = part.indexOf('\n');
      return { language: part.slice(0, lineEnd), text: part.slice(lineEnd + 1) };
    });
}

/** What a page shows of an answer and the answer does not hold. Of lists it may show a part, in their order; "…" is any text. */
export function missing(displayed: unknown, given: unknown, at = ''): string[] {
  if (displayed === '…') return typeof given === 'string' ? [] : [`${at} is ${JSON.stringify(given)}`];
  if (Array.isArray(displayed) && Array.isArray(given)) {
    if (displayed.length === 0 && given.length > 0) return [`${at} is not empty`];
    let next = 0;
    return displayed.flatMap((one, index) => {
      const found = given.findIndex((other, place) => place >= next && missing(one, other).length === 0);
      if (found < 0) return [`${at}[${index}] is not in ${JSON.stringify(given)}`];
      next = found + 1;
      return [];
    });
  }
  if (typeof displayed === 'object' && displayed !== null && typeof given === 'object' && given !== null)
    return Object.entries(displayed).flatMap(([key, value]) =>
      missing(value, (given as Record<string, unknown>)[key], `${at}.${key}`),
    );
  return displayed === given
    ? []
    : [`${at} is ${JSON.stringify(given)}, shown as ${JSON.stringify(displayed)}`];
}
