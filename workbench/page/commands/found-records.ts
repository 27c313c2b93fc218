import type { Command, CommandGroup } from '@consulting/design/controls';
import { useSettled } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import {
  declared,
  fieldsOf,
  type Loose,
  nameOf,
  type RecordWords,
  type Stored,
  useCollection,
  useRecordWords,
} from '@consulting/foundation/records';
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
type Go = (address: string) => void;

const foundMax = 5;
const searchFrom = 2;

function addressOf(of: Searched, id: string): string {
  if (of === 'projects') return `/projects/${id}`;
  return of === 'clients' ? `/?client=${id}` : `${declared(of).page}/${id}`;
}

// What distinguishes records of the same name.
const details: Record<Searched, readonly string[]> = {
  projects: ['code'],
  clients: ['code'],
  trades: ['tradeName'],
  rateCards: ['province', 'year', 'quarter', 'projectType', 'currency'],
  crews: ['discipline', 'workType'],
  equipment: ['category', 'ownership', 'currency'],
  wbs: [],
  priceBooks: ['province', 'year', 'quarter', 'currency'],
};

const detailOf = (of: Searched, record: Found, words: RecordWords): string =>
  details[of]
    .map((name) =>
      words.value(fieldsOf(of).find((field) => field.name === name) ?? { name, kind: 'text' }, record[name]),
    )
    .filter((text) => text !== null)
    .join(' · ');

const commandOf = (of: Searched, record: Found, words: RecordWords, go: Go): Command => ({
  id: `${of} ${record.id}`,
  label: nameOf(of, record),
  detail: detailOf(of, record, words),
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

export function useFoundRecords(text: string, go: Go): FoundRecords {
  const { shell, libraries } = useMessages();
  const lists = useLists();
  // Of whatever record, values are written in the same words.
  const words = useRecordWords('rateCards');
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
        const commands = found.map((record) => commandOf(of, record, words, go));
        return commands.length === 0 ? [] : [{ id: of, title: titles[of], commands }];
      }),
    }),
  });
}
