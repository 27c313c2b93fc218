import { useSearchParams } from 'wouter';

// What is listed in a setting of the address.
export function useListed(name: string): [readonly string[], (listed: readonly string[]) => void] {
  const [search, setSearch] = useSearchParams();
  const listed = (search.get(name) ?? '').split(',').filter(Boolean);
  const set = (other: readonly string[]) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete(name);
        if (other.length > 0) next.set(name, other.join(','));
        return next;
      },
      { replace: true },
    );
  return [listed, set];
}
