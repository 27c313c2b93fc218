import { useSettled } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { answered, useApi } from '@consulting/foundation/api';
import {
  type CrewOption,
  type CrewScope,
  codeOfOption,
  crewOptions,
  useLibraryCrews,
  useServiceCrews,
} from '@consulting/labour';
import { useValues } from '@consulting/takeoff-lines';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Column } from '../lines/columns';
import type { Line } from '../lines/line-queries';

export interface Pick {
  /** The text that is written into the cell. */
  text: string;
  label: string;
  /** A pick that has to be made first, such as a crew of the library, gives its text then. */
  make?: () => Promise<string>;
}

export interface Picks {
  picks: readonly Pick[];
  /** Any other text may be typed. */
  isFree: boolean;
}

const displayed = 50;

const ownerOf = ({ values }: Line) => ({
  projectId: String(values.projectId),
  serviceId: String(values.serviceId),
});

const holds = (label: string, typed: string) =>
  typed.split(/\s/).every((word) => label.toLowerCase().includes(word));

/** `typed` is null until something was typed, so that a cell with a value lists all others as well. */
export function usePicks(column: Column, line: Line, typed: string | null): Picks {
  const sought = (typed ?? '').trim().toLowerCase();
  const settled = useSettled(sought);
  const crews = useCrewPicks(column, line, sought, settled);
  const codes = useWbsPicks(column.key, ownerOf(line).projectId, settled);
  const units = useUnitPicks(column, line);
  switch (column.key) {
    case 'crewCode':
      return { picks: crews, isFree: true };
    case 'wbsCode':
      return { picks: codes, isFree: true };
    case 'unitOfMeasure':
      return { picks: units.filter(({ label }) => holds(label, sought)), isFree: true };
    default:
      return { picks: enumPicks(column).filter(({ label }) => holds(label, sought)), isFree: false };
  }
}

const enumPicks = ({ choices }: Column): Pick[] =>
  [...(choices?.values() ?? [])].map((label) => ({ text: label, label }));

function useCrewPicks(column: Column, line: Line, sought: string, settled: string): Pick[] {
  const { crews: words } = useMessages();
  const api = useApi();
  const queries = useQueryClient();
  const isAsked = column.key === 'crewCode';
  const owner = ownerOf(line);
  const { data: crews = [] } = useServiceCrews(owner, isAsked);
  const { data: found } = useLibraryCrews({ words: settled, limit: displayed }, isAsked);
  const options = crewOptions(sought, {
    crews,
    library: found?.data ?? [],
    fromLibrary: (name) => words.fromLibrary({ name }),
  });
  const make = async (option: CrewOption) => {
    const code = await codeOfOption(api, owner, option);
    queries.invalidateQueries({ queryKey: ['service-crews'] });
    return code;
  };
  return options.map((option) => ({
    text: option.code,
    label: option.label,
    ...(option.libraryId !== null && { make: () => make(option) }),
  }));
}

function useWbsPicks(key: string, projectId: string, settled: string): Pick[] {
  const api = useApi();
  const { data = [] } = useQuery({
    queryKey: ['takeoff', projectId, 'wbs-picks', settled],
    enabled: key === 'wbsCode',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const search = settled || undefined;
      const page = { search, isActive: true, limit: displayed };
      const pages = await Promise.all([
        answered(
          api.GET('/api/v1/wbs', { params: { query: { ...page, scope: 'project', projectId } }, signal }),
        ),
        answered(api.GET('/api/v1/wbs', { params: { query: { ...page, scope: 'universal' } }, signal })),
      ]);
      return pages.flatMap(({ data: items }) => items);
    },
  });
  return data.map(({ wbsCode, name }) => ({ text: wbsCode, label: `${wbsCode} ${name}` }));
}

// Codes that lines may get although none has them yet.
export function useCodes(scope: CrewScope, key: string, typed: string): readonly Pick[] {
  const sought = typed.trim().toLowerCase();
  const { data: crews = [] } = useServiceCrews(scope, key === 'crewCode');
  const codes = useWbsPicks(key, scope.projectId, useSettled(sought));
  if (key !== 'crewCode') return codes;
  return crews
    .map(({ crewCode, name }) => ({ text: crewCode, label: `${crewCode} ${name ?? ''}` }))
    .filter(({ label }) => holds(label, sought));
}

function useUnitPicks({ key, usualValues }: Column, line: Line): Pick[] {
  const { projectId } = ownerOf(line);
  const scope = { projectId, serviceId: null, discipline: null, search: '' };
  const { data } = useValues(scope, key, '', key === 'unitOfMeasure');
  const used = (data?.data ?? []).map(({ value }) => String(value));
  const usual = (usualValues ?? []).map(({ value }) => value);
  return [...new Set([...used, ...usual])].map((unit) => ({ text: unit, label: unit }));
}
