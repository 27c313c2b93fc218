import type { Command, CommandGroup } from '@consulting/design/controls';
import { useSettled } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { declared, type Loose, nameOf, type Stored, useCollection } from '@consulting/foundation/records';
import { useQueries } from '@tanstack/react-query';

const searched = [
  'projects',
  'clients',
  'trades',
  'rateCards',
  'crews',
  'equipment',
  'wbs',
  'priceBooks',
] as const;
type Searched = (typeof searched)[number];
type Found = Stored & Loose;

const foundMax = 5;
const searchFrom = 2;

function addressOf(of: Searched, id: string): string {
  if (of === 'projects') return `/projects/${id}`;
  return of === 'clients' ? `/?client=${id}` : `${declared(of).page}/${id}`;
}

const detailOf = (of: Searched, { code, tradeName }: Found) =>
  of === 'projects' || of === 'clients' ? String(code) : of === 'trades' ? String(tradeName) : undefined;

const commandOf = (of: Searched, record: Found, go: (address: string) => void): Command => ({
  id: `${of} ${record.id}`,
  label: nameOf(of, record),
  detail: detailOf(of, record),
  act: () => go(addressOf(of, record.id)),
});

function useLists() {
  const projects = useCollection<Found>('projects');
  const clients = useCollection<Found>('clients');
  const trades = useCollection<Found>('trades');
  const rateCards = useCollection<Found>('rateCards');
  const crews = useCollection<Found>('crews');
  const equipment = useCollection<Found>('equipment');
  const wbs = useCollection<Found>('wbs');
  const priceBooks = useCollection<Found>('priceBooks');
  return { projects, clients, trades, rateCards, crews, equipment, wbs, priceBooks };
}

interface FoundRecords {
  groups: CommandGroup[];
  isSearching: boolean;
}

export function useFoundRecords(text: string, go: (address: string) => void): FoundRecords {
  const { shell, libraries } = useMessages();
  const lists = useLists();
  const search = useSettled(text.trim());
  const isSearching = search.length >= searchFrom && text.trim().length >= searchFrom;
  const titles = { ...libraries.lists, projects: shell.projects, clients: shell.clients };
  return useQueries({
    queries: searched.map((of) => ({
      queryKey: [of, 'found', search],
      queryFn: ({ signal }: { signal: AbortSignal }) => lists[of].list({ search, limit: foundMax }, signal),
      enabled: isSearching,
    })),
    combine: (answers) => ({
      isSearching: text.trim() !== search || answers.some(({ isFetching }) => isFetching),
      groups: searched.flatMap((of, at) => {
        const found = isSearching ? (answers[at]?.data?.data ?? []) : [];
        const commands = found.map((record) => commandOf(of, record, go));
        return commands.length === 0 ? [] : [{ id: of, title: titles[of], commands }];
      }),
    }),
  });
}
