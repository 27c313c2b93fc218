import { useSearchParams } from 'wouter';

export function useAddress() {
  const [search, setSearch] = useSearchParams();
  const change = (key: string, value: string | null) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete('skip');
        if (value === null || value === '') after.delete(key);
        else after.set(key, value);
        return after;
      },
      { replace: true },
    );
  const skip = Math.max(0, Number.parseInt(search.get('skip') ?? '0', 10) || 0);
  return { get: (key: string) => search.get(key), change, skip, clear: () => setSearch({}) };
}
