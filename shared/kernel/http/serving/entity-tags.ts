const tagPattern = /(?:W\/)?"([^"]*)"|[^\s,"]+/g;

/**
 * RFC 9110, 13.1 defines both headers. A weak tag counts as a strong one, since proxies weaken those of what
 * they compress, and so does a tag without quotes.
 */
export function entityTags(header: string | null): readonly string[] | undefined {
  if (header === null || header.trim() === '*') return undefined;
  return Array.from(header.matchAll(tagPattern), ([bare, quoted]) => quoted ?? bare);
}
