export function pathWith(
  path: string,
  query: Record<string, string | readonly string[] | undefined>,
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value.length > 0)
      search.set(name, typeof value === 'string' ? value : value.join(','));
  return search.size === 0 ? path : `${path}?${search}`;
}
