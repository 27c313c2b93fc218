const tagPattern = /(?:W\/)?"([^"]*)"|[^\s,"]+/g;

/**
 * The tags that `If-Match` or `If-None-Match` names (RFC 9110, 13.1), undefined for `*` and without the header. A weak tag counts
 * as a strong one, since proxies weaken those of what they compress, and so does a tag without quotes.
 */
export function entityTags(header: string | null): readonly string[] | undefined {
  if (header === null || header.trim() === '*') return undefined;
  return Array.from(header.matchAll(tagPattern), ([bare, quoted]) => quoted ?? bare);
}
